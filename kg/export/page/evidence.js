// What an edge rests on: the abstract with its mentions marked, and the sentence of one edge.
const Evidence = (() => {
  "use strict";

  const { element } = Dom;
  const percent = (edge) => `${Math.round(Graph.edges.confidence[edge] * 100)}%`;

  // Mentions of edges as spans in units of the paper's text.
  function spans(edges, text) {
    const unit = Prose.toUnits(text);
    return edges.flatMap((edge) =>
      Graph.mentions(edge).map(({ start, end }) => ({ start: unit(start), end: unit(end), edge })),
    );
  }

  function mark({ edge }) {
    const node = Graph.edges.to[edge];
    const type = Graph.type(node).name;
    const title = `${Graph.label(node)} (${type}, ${Filters.relationName(Graph.relation(edge))}, ${percent(edge)})`;
    const open = (event) => {
      event.stopPropagation();
      location.hash = Graph.key(node);
    };
    return element("mark", { "data-type": type, "data-node": node, title, onclick: open });
  }

  function abstract(node) {
    const { text } = Graph.paper(node);
    // One mark a span and concept, though several relations may rest on it.
    const seen = new Set();
    const once = spans(Graph.edgesOf[node], text).filter(({ start, end, edge }) => {
      const known = `${start} ${end} ${Graph.edges.to[edge]}`;
      return !seen.has(known) && seen.add(known);
    });
    return element("p", { class: "abstract", dir: "auto" }, Prose.marked(text, 0, text.length, once, mark));
  }

  // The sentence of an edge's first mention, all its mentions there marked.
  function sentence(edge) {
    const { text } = Graph.paper(Graph.edges.from[edge]);
    const own = spans([edge], text);
    if (!own.length) return null;
    const { start, end, cutBefore, cutAfter } = Prose.sentence(text, own[0].start, own[0].end);
    const words = Prose.marked(text, start, end, own, mark);
    return element(
      "p",
      { class: "evidence", dir: "auto" },
      cutBefore ? "… " : null,
      words,
      cutAfter ? " …" : null,
    );
  }

  // The different words of an edge's mentions, in their order.
  function words(edge) {
    const { text } = Graph.paper(Graph.edges.from[edge]);
    return [...new Set(spans([edge], text).map(({ start, end }) => text.slice(start, end)))];
  }

  // The number of mentions, as in the exports.
  const weight = (edge) => Math.max(1, Graph.edges.mentions[edge].length / 2);

  return { percent, abstract, sentence, words, weight };
})();
