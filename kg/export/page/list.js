// The map as text: what the filters let through, by type, for keyboards and screen readers.
const List = (() => {
  "use strict";

  const { element } = Dom;
  const FIRST = 60;

  function item(node, support) {
    const year = Graph.isPaper(node) ? Graph.year(node) : null;
    const aside = Graph.isPaper(node) ? year : Prose.plural(support[node], "paper");
    return element(
      "li",
      {},
      Dom.swatch(Graph.type(node)),
      element("a", { href: Parts.href(node) }, Dom.name(Graph.label(node))),
      aside ? element("span", { class: "meta" }, String(aside)) : null,
    );
  }

  // Papers from the newest, the others by the papers that the filters leave them.
  function inOrder(nodes, support) {
    const value = (node) => (Graph.isPaper(node) ? (Graph.year(node) ?? 0) : support[node]);
    return nodes.sort((one, two) => value(two) - value(one) || Graph.byLabel(one, two));
  }

  function byType(view, type) {
    const nodes = inOrder(
      [...view.pass].filter((node) => Graph.type(node) === type),
      view.support,
    );
    if (!nodes.length) return null;
    return element(
      "section",
      {},
      element(
        "h2",
        {},
        `${type.name}s `,
        element("span", { class: "count" }, nodes.length.toLocaleString("en")),
      ),
      ...Dom.unfolding(element("ul", {}), nodes, FIRST, (node) => item(node, view.support)),
    );
  }

  // Fills the list with what passes the filters in `view`, drawn or folded.
  function show(view) {
    Dom.byId("list").replaceChildren(...Graph.types.map((type) => byType(view, type)).filter(Boolean));
  }

  return { show };
})();
