// The address says what is selected (#method/behavioral-cloning), the state follows it, the page is drawn
// from the state.
(() => {
  "use strict";

  const { byId, element } = Dom;
  const announce = (text) => (byId("announcement").textContent = text);
  let byKeyboard = false;

  function go(node) {
    const before = location.hash;
    location.hash = node === null ? "" : Graph.key(node);
    if (location.hash === before) followAddress();
  }

  function followAddress() {
    const address = location.hash.slice(1);
    const node = address ? Graph.find(address) : null;
    const unfolded = new Set(State.state.unfolded);
    if (node !== null) for (const near of View.toUnfold(node)) unfolded.add(near);
    State.set({ selected: node, unfolded });
    document.title = node === null ? Graph.title : `${Graph.label(node)} – ${Graph.title}`;
    if (address && node === null) Panel.unknown(address);
  }

  function showNotice(view) {
    const hidden = Graph.size - view.pass.size;
    const folded = [...view.pass].filter((node) => !view.nodes.has(node)).length;
    const drawn = State.state.asList ? view.pass.size : view.nodes.size;
    const parts = [];
    if (hidden || folded)
      parts.push(`Showing ${drawn.toLocaleString("en")} of ${Graph.size.toLocaleString("en")}`);
    if (hidden) parts.push(`${hidden.toLocaleString("en")} hidden by filters`);
    if (folded && !State.state.asList) {
      parts.push(`${folded.toLocaleString("en")} with less support folded: search or select to unfold them`);
    }
    byId("notice").textContent = parts.join(" · ");
  }

  function showNothing(view) {
    const empty = Graph.size === 0;
    const none = view.nodes.size === 0;
    byId("nothing").hidden = !none;
    byId("nothing").replaceChildren(
      element("h2", {}, empty ? "This graph is empty" : "No paper or concept passes the filters"),
      empty
        ? element(
            "p",
            {},
            "No paper was read into it. Build it from a file of abstracts: ",
            element("code", {}, "kg build abstracts.txt --out out"),
          )
        : element("p", {}, element("button", { type: "button", onclick: State.reset }, "Reset filters")),
    );
  }

  // A selection leaves the list as it is, with its place and focus.
  const listed = (keys) => [...keys].some((key) => key !== "selected" && key !== "unfolded");

  function drawAll(keys) {
    const view = View.current();
    const { asList } = State.state;
    byId("map").hidden = asList;
    byId("zoom").hidden = asList;
    byId("list").hidden = !asList;
    if (asList && listed(keys)) List.show(view);
    Drawing.show(view);
    showNotice(view);
    showNothing(view);
  }

  function onChange(keys) {
    if (keys.has("selected")) {
      Panel.show(State.state.selected);
      document.body.classList.toggle("chosen", State.state.selected !== null);
    }
    drawAll(keys);
    if (keys.has("selected") && State.state.selected !== null) {
      Drawing.approach(State.state.selected, covered());
      if (byKeyboard) byId("panel").querySelector("h2").focus({ preventScroll: true });
      announce(
        `${Graph.type(State.state.selected).name} ${Graph.label(State.state.selected)}: details shown`,
      );
    }
    if (keys.has("asList")) {
      byId("as-list").setAttribute("aria-pressed", String(State.state.asList));
      byId("as-map").setAttribute("aria-pressed", String(!State.state.asList));
    }
  }

  // Pixels at the right of a wide map that the open filters lie over.
  function covered() {
    const [map, filters] = [byId("map"), byId("filters")].map((part) => part.getBoundingClientRect());
    return byId("filters").open && map.width > 2 * filters.width ? map.right - filters.left : 0;
  }

  function listen() {
    window.addEventListener("hashchange", followAddress);
    document.addEventListener("keydown", () => (byKeyboard = true), true);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && State.state.selected !== null) go(null);
    });
    document.addEventListener("pointerdown", () => (byKeyboard = false), true);
    byId("filters").addEventListener("toggle", Drawing.redraw);
    byId("as-map").addEventListener("click", () => State.set({ asList: false }));
    byId("as-list").addEventListener("click", () => State.set({ asList: true }));
    byId("zoom-in").addEventListener("click", () => Drawing.zoom(1.5));
    byId("zoom-out").addEventListener("click", () => Drawing.zoom(1 / 1.5));
    byId("zoom-fit").addEventListener("click", () => Drawing.fit({ covered: covered() }));
  }

  Drawing.create(byId("map"), [...document.querySelectorAll(".views, .filters, .zoom, .notice")], go);
  Suggestions.create(go);
  Filters.create();
  State.onChange(onChange);
  listen();
  if (window.matchMedia("(max-width: 760px)").matches) byId("filters").open = false;
  Drawing.show(View.current());
  Drawing.fit({ covered: covered(), moving: false });
  followAddress();
  Search.warm();
})();
