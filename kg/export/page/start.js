// Where to start: the panel while nothing is selected, of the whole graph or of one topic.
const Start = (() => {
  "use strict";

  const { element, name } = Dom;
  const { chip, section, count, badge } = Parts;
  const FIRST = 12;

  // Narrows the map to a topic; what is selected is closed, and stays one step back in the browser's history.
  function choose(topic) {
    State.set({ topic, selected: null });
    location.hash = "";
  }

  function topicChip(topic) {
    return element(
      "button",
      { type: "button", class: "chip", "data-tone": Topics.tone(topic), onclick: () => choose(topic) },
      Dom.dot(),
      name(Topics.name(topic)),
      count(Topics.size(topic)),
    );
  }

  function topics() {
    if (!Topics.any) return null;
    const chips = element("div", { class: "chips" });
    return section("Topics", ...Dom.unfolding(chips, Topics.all, FIRST, topicChip));
  }

  // Of a node: the topic that it is drawn in.
  function topicLine(node) {
    const topic = Graph.topic(node);
    return Topics.any && Topics.name(topic)
      ? element("p", { class: "quiet identifier" }, "Topic: ", topicChip(topic))
      : null;
  }

  function ofMostPapers(within) {
    const concepts = Graph.conceptNodes().filter(within);
    return Graph.types.map((type) => {
      const nodes = concepts.filter((node) => Graph.type(node) === type);
      const top = Graph.first(nodes, 6, Graph.byWeight);
      return top.length
        ? section(
            `${type.name}s of most papers`,
            element(
              "div",
              { class: "chips" },
              top.map((node) => chip(node, count(Graph.support[node]))),
            ),
          )
        : null;
    });
  }

  function everything() {
    if (!Graph.size) return [];
    const links = Graph.size - Graph.paperCount - Graph.conceptCount;
    const counts = `${Prose.plural(Graph.paperCount, "paper")}, ${Prose.plural(Graph.conceptCount, "concept")} and ${Prose.plural(links, "link")}`;
    return [
      element("h2", { tabindex: "-1" }, "Where to start"),
      element(
        "p",
        { class: "lead" },
        `${counts}. Search, or select anything on the map, to read where it stands in the abstracts.`,
      ),
      topics(),
      ofMostPapers(() => true),
    ];
  }

  // What stands in place of the start while the map is narrowed to one topic.
  function ofTopic(topic) {
    return [
      element(
        "div",
        { class: "heading" },
        badge({ "data-tone": Topics.tone(topic) }, Dom.dot(), "Topic"),
        element("h2", { tabindex: "-1" }, name(Topics.name(topic))),
        element(
          "button",
          {
            type: "button",
            class: "close icon",
            "aria-label": "Show all topics",
            onclick: () => choose(null),
          },
          "×",
        ),
      ),
      element(
        "p",
        { class: "lead" },
        `${Prose.plural(Topics.size(topic), "paper, concept or link", "papers, concepts and links")} that belong together more than with others; the topic has the name of its most central concept.`,
      ),
      ofMostPapers((node) => Graph.topic(node) === topic),
    ];
  }

  return { everything, ofTopic, topicLine };
})();
