// The side panel: a paper with its marked abstract, a concept with its papers and evidence, a link, or, with
// nothing selected, where to start.
const Panel = (() => {
  "use strict";

  const { element, name, swatch } = Dom;
  const { href, chip, count, section, badge } = Parts;
  const FIRST = 12;
  const VERBS = {
    introduces: ["Introduces", "Introduced by"],
    uses: ["Uses", "Used by"],
    comparesWith: ["Compares with", "Compared with by"],
    addresses: ["Addresses", "Addressed by"],
    mentions: ["Mentions", "Mentioned by"],
    hasCode: ["Code", "Code of"],
    hasData: ["Data", "Data of"],
    hasModel: ["Model", "Model of"],
    hasPage: ["Project page", "Project page of"],
    hasDemo: ["Demo", "Demo of"],
    hasVideo: ["Video", "Video of"],
    refersTo: ["Refers to", "Referred to by"],
    seeAlso: ["See also", "Named by"],
  };
  const verb = (relation, inverse) => (VERBS[relation] ?? [relation, `${relation} of`])[inverse ? 1 : 0];

  // Edges of a node by relation, in the order of the vocabulary.
  function byRelation(node) {
    const groups = Graph.relations.map((relation) => [
      relation,
      Graph.edgesOf[node].filter((edge) => Graph.relation(edge) === relation),
    ]);
    return groups.filter(([, edges]) => edges.length);
  }

  function paperContent(node) {
    const paper = Graph.paper(node);
    const meta = [paper.venue, paper.year].filter(Boolean).map(String);
    const groups = byRelation(node);
    const chips = (edges) =>
      element(
        "div",
        { class: "chips" },
        edges.map((edge) =>
          chip(
            Graph.other(edge, node),
            element("span", { class: "confidence", title: "confidence" }, Evidence.percent(edge)),
          ),
        ),
      );
    const toConcepts = groups.filter(([, edges]) => Graph.isConcept(Graph.other(edges[0], node)));
    const toLinks = groups.filter(([, edges]) => Graph.isLink(Graph.other(edges[0], node)));
    return [
      paper.authors.length ? element("p", { class: "meta" }, name(paper.authors.join(", "))) : null,
      meta.length ? element("p", { class: "meta" }, name(meta.join(" · "))) : null,
      outwardLinks(node, paper, toLinks),
      section(
        "Abstract",
        paper.text ? Evidence.abstract(node) : element("p", { class: "quiet" }, "No abstract."),
      ),
      toConcepts.map(([relation, edges]) => section(verb(relation, false), chips(edges))),
      paper.keywords.length
        ? section("Keywords", element("p", { class: "quiet" }, name(paper.keywords.join(" · "))))
        : null,
      element("p", { class: "quiet identifier" }, "Identifier: ", name(paper.identifier)),
    ];
  }

  // A DOI as a path: its slashes stay, and nothing of it begins a query or a fragment.
  const encodeDoi = (doi) => doi.split("/").map(encodeURIComponent).join("/");

  function outwardLinks(node, paper, toLinks) {
    const items = toLinks.flatMap(([relation, edges]) =>
      edges.map((edge) => [verb(relation, false), Graph.url(Graph.other(edge, node))]),
    );
    if (paper.doi) items.unshift(["DOI", `https://doi.org/${encodeDoi(paper.doi)}`]);
    if (paper.url) items.unshift(["Paper", paper.url]);
    if (!items.length) return null;
    return element(
      "ul",
      { class: "outwards" },
      items.map(([what, url]) =>
        element(
          "li",
          {},
          element("span", { class: "kind" }, what),
          Dom.outward(url, name(url.replace(/^https?:\/\//, ""))),
        ),
      ),
    );
  }

  function paperItem(edge) {
    const paper = Graph.edges.from[edge];
    const year = Graph.year(paper);
    return element(
      "li",
      {},
      element("a", { href: href(paper) }, name(Graph.label(paper))),
      year ? element("span", { class: "meta" }, ` ${year}`) : null,
      element("span", { class: "confidence", title: "confidence" }, Evidence.percent(edge)),
      Evidence.sentence(edge),
    );
  }

  function papersByRole(node) {
    return byRelation(node).map(([relation, edges]) => {
      const newest = edges.sort(
        (one, two) =>
          (Graph.year(Graph.edges.from[two]) ?? 0) - (Graph.year(Graph.edges.from[one]) ?? 0) || one - two,
      );
      return section(
        [verb(relation, true), " ", count(edges.length)],
        ...Dom.unfolding(element("ul", { class: "papers" }), newest, FIRST, paperItem),
      );
    });
  }

  const chipsOf = (heading, nodes) =>
    nodes.length
      ? section(
          heading,
          element(
            "div",
            { class: "chips" },
            nodes.map((node) => (typeof node === "number" ? chip(node) : name(node))),
          ),
        )
      : null;

  function conceptContent(node) {
    const papers = Graph.neighbours(node);
    const aliases = Graph.aliases(node);
    const related = Graph.related(node);
    return [
      element("p", { class: "meta" }, `in ${Prose.plural(papers.length, "paper")}`),
      aliases.length
        ? section(
            "Also named",
            ...Dom.unfolding(element("ul", { class: "aliases" }), aliases, FIRST, (alias) =>
              element("li", {}, name(alias)),
            ),
          )
        : null,
      chipsOf("Broader", Graph.broader(node)),
      chipsOf("Narrower", Graph.narrower(node)),
      chipsOf(Graph.isAmbiguous(node) ? "May stand for" : "Versions and namesakes", Graph.kin(node)),
      Chart.papersPerYear(papers),
      papersByRole(node),
      related.length
        ? section(
            "Related, by shared papers",
            ...Dom.unfolding(element("div", { class: "chips" }), related, FIRST, ([concept, shared]) =>
              chip(concept, count(shared)),
            ),
          )
        : null,
    ];
  }

  function linkContent(node) {
    const url = Graph.url(node);
    return [element("p", {}, Dom.outward(url, name(url))), papersByRole(node)];
  }

  function headline(node) {
    const type = Graph.type(node);
    return element(
      "div",
      { class: "heading" },
      badge({ "data-type": type.name }, swatch(type), type.name),
      element("h2", { tabindex: "-1" }, name(Graph.label(node))),
      element(
        "a",
        { class: "close icon", href: "#", "aria-label": "Close the details", title: "Close (Escape)" },
        "×",
      ),
    );
  }

  // Shows a node, or with null the topic that is chosen, or where to start.
  function show(node) {
    const panel = Dom.byId("panel");
    const { topic } = State.state;
    const content =
      node === null
        ? topic === null
          ? Start.everything()
          : Start.ofTopic(topic)
        : Graph.isPaper(node)
          ? paperContent(node)
          : Graph.isLink(node)
            ? linkContent(node)
            : conceptContent(node);
    const about = node === null ? [content] : [headline(node), content, Start.topicLine(node)];
    const parts = about.flat(Infinity).filter(Boolean);
    panel.replaceChildren(...parts);
    panel.scrollTop = 0;
  }

  // Says that an address names nothing here, as after a rebuild from other papers.
  function unknown(address) {
    Dom.byId("panel").prepend(
      element(
        "p",
        { class: "unknown", role: "alert" },
        "This graph holds nothing named ",
        name(address),
        ".",
      ),
    );
  }

  return { show, unknown };
})();
