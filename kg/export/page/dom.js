// Building elements. Text goes in as text nodes only; there is no innerHTML in this page.
const Dom = (() => {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";

  // Outlines of nodes in a square from -1 to 1, for the map and for the legend alike.
  const OUTLINES = {
    dot: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
    square: "M-.85-.85H.85V.85H-.85Z",
    diamond: "M0-1.15 1.15 0 0 1.15-1.15 0Z",
    triangle: "M0-1.1 1.1.85H-1.1Z",
    hexagon: "M-.55-.95H.55L1.1 0 .55.95H-.55L-1.1 0Z",
    star: "M0-1.2.34-.42 1.15-.35.54.19.72 1 0 .56-.72 1-.54.19-1.15-.35-.34-.42Z",
  };

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
    }
    node.append(
      ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
    );
    return node;
  }

  // element("a", {class: "chip", onclick: f}, "text", child, [children])
  function element(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
  }

  function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
  }

  const byId = (id) => document.getElementById(id);

  // Names of papers and concepts keep their own direction, so that they cannot turn the text around them.
  const name = (text, attributes = {}) => element("bdi", { dir: "auto", ...attributes }, text);

  function swatch(type) {
    return svg(
      "svg",
      { class: "swatch", viewBox: "-1.3 -1.3 2.6 2.6", "data-type": type.name, "aria-hidden": "true" },
      svg("path", { d: OUTLINES[type.shape] }),
    );
  }

  // A dot in the colour of the topic that is meant.
  function dot() {
    const shape = svg("circle", { r: "1" });
    return svg("svg", { class: "swatch", viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" }, shape);
  }

  // The address as http or https, or null: no other scheme becomes a link.
  function webAddress(text) {
    const trimmed = text.trim();
    if (!trimmed) return null;
    const written = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
    try {
      const url = new URL(written);
      return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
    } catch {
      return null;
    }
  }

  // A link out of the page, or plain text where `address` is none.
  function outward(address, ...children) {
    const href = webAddress(address);
    if (!href) return element("span", {}, ...children);
    return element(
      "a",
      { href, target: "_blank", rel: "noopener noreferrer", class: "outward" },
      ...children,
    );
  }

  // `render(item)` for the first `step` items and a button for as many more each time.
  function unfolding(container, items, step, render) {
    let shown = 0;
    const more = element("button", { type: "button", class: "more", onclick: () => show(true) });
    function show(byHand) {
      const added = items.slice(shown, shown + step).map(render);
      shown += added.length;
      container.append(...added);
      if (byHand) (added[0].querySelector("a") ?? added[0]).focus();
      const left = items.length - shown;
      more.textContent = left > step ? `Show ${step} of ${left.toLocaleString("en")} more` : `Show ${left} more`;
      more.hidden = left === 0;
    }
    show(false);
    return items.length > step ? [container, more] : [container];
  }

  return { OUTLINES, element, svg, byId, name, swatch, dot, outward, webAddress, unfolding };
})();
