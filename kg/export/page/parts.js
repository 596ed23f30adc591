// What the panels are put together from.
const Parts = (() => {
  "use strict";

  const { element, name, swatch } = Dom;
  const href = (node) => `#${Graph.key(node)}`;

  // A node as a small link, with what stands `aside` behind its name.
  function chip(node, ...aside) {
    const type = Graph.type(node);
    return element(
      "a",
      { class: "chip", href: href(node), "data-type": type.name, title: type.name },
      swatch(type),
      name(Graph.label(node)),
      ...aside,
    );
  }

  const section = (heading, ...content) => element("section", {}, element("h3", {}, heading), ...content);
  const count = (number) => element("span", { class: "count" }, number.toLocaleString("en"));
  const badge = (attributes, ...content) => element("p", { class: "badge", ...attributes }, ...content);

  return { href, chip, section, count, badge };
})();
