// The legend that filters: node types and relations with their counts, years, and least support.
const Filters = (() => {
  "use strict";

  const RELATION_NAMES = {
    comparesWith: "compares with",
    hasCode: "code",
    hasData: "data",
    hasModel: "model",
    hasPage: "project page",
    hasDemo: "demo",
    hasVideo: "video",
    refersTo: "paper",
    seeAlso: "other links",
  };
  const relationName = (relation) => RELATION_NAMES[relation] ?? relation;

  const form = Dom.byId("filter-form");
  const from = Dom.byId("year-from");
  const to = Dom.byId("year-to");
  const support = Dom.byId("support");
  const supportValue = Dom.byId("support-value");
  const topic = Dom.byId("topic");
  const coloring = Dom.byId("coloring");

  function counts(values, names) {
    const found = new Map(names.map((name) => [name, 0]));
    for (const value of values) found.set(names[value], found.get(names[value]) + 1);
    return [...found].filter(([, count]) => count > 0);
  }

  function check(kind, value, text, count, sign) {
    const box = Dom.element("input", {
      type: "checkbox",
      checked: true,
      value,
      onchange: (event) => {
        const chosen = new Set(State.state[kind]);
        if (event.target.checked) chosen.add(value);
        else chosen.delete(value);
        State.set({ [kind]: chosen });
      },
    });
    return Dom.element(
      "label",
      { class: "check" },
      box,
      sign,
      Dom.element("span", { class: "what" }, text),
      Dom.element("span", { class: "count" }, count.toLocaleString("en")),
    );
  }

  function line(relation) {
    return Dom.svg(
      "svg",
      { class: `line ${relation}`, viewBox: "0 0 22 6", "aria-hidden": "true" },
      Dom.svg("path", { d: "M1 3H21" }),
    );
  }

  function fillChecks() {
    const types = counts(
      Graph.nodes.type,
      Graph.types.map((type) => type.name),
    );
    for (const [name, count] of types) {
      const type = Graph.types.find((one) => one.name === name);
      Dom.byId("filter-types").append(check("types", name, `${name}s`, count, Dom.swatch(type)));
    }
    const relations = counts(Graph.edges.relation, Graph.relations);
    for (const [name, count] of relations) {
      Dom.byId("filter-relations").append(check("relations", name, relationName(name), count, line(name)));
    }
    Dom.byId("filter-relations").hidden = relations.length === 0;
  }

  function fillYears() {
    if (State.years.length < 2) return;
    for (const select of [from, to]) {
      select.append(...State.years.map((year) => Dom.element("option", { value: year }, String(year))));
      select.addEventListener("change", () => {
        const chosen = [Number(from.value), Number(to.value)];
        State.set({ years: chosen.sort((one, two) => one - two) });
      });
    }
    Dom.byId("filter-years").hidden = false;
  }

  function fillTopics() {
    if (!Topics.any) return;
    const option = (value, text) => Dom.element("option", { value }, text);
    topic.append(
      option("", "All topics"),
      ...Topics.all.map((one) =>
        option(one, `${Topics.name(one)} (${Topics.size(one).toLocaleString("en")})`),
      ),
    );
    topic.addEventListener("change", () =>
      State.set({ topic: topic.value === "" ? null : Number(topic.value) }),
    );
    coloring.addEventListener("change", () => State.set({ byTopic: coloring.value === "topic" }));
    for (const id of ["filter-topics", "filter-colors"]) Dom.byId(id).hidden = false;
  }

  function fillSupport() {
    const concepts = Graph.support.slice(Graph.paperCount, Graph.paperCount + Graph.conceptCount);
    const most = concepts.reduce((one, two) => Math.max(one, two), 1);
    if (most < 2) return;
    support.max = String(Math.min(most, 25));
    support.addEventListener("input", () => State.set({ support: Number(support.value) }));
    Dom.byId("filter-support").hidden = false;
  }

  // Puts the controls to what the state says.
  function follow() {
    const { types, relations, years, support: least } = State.state;
    for (const box of form.querySelectorAll("#filter-types input")) box.checked = types.has(box.value);
    for (const box of form.querySelectorAll("#filter-relations input"))
      box.checked = relations.has(box.value);
    if (years) [from.value, to.value] = years.map(String);
    topic.value = State.state.topic === null ? "" : String(State.state.topic);
    coloring.value = State.state.byTopic ? "topic" : "type";
    document.body.classList.toggle("by-topic", State.state.byTopic);
    support.value = String(least);
    supportValue.textContent = Prose.plural(least, "paper");
    support.setAttribute("aria-valuetext", Prose.plural(least, "paper"));
  }

  function create() {
    fillChecks();
    fillTopics();
    fillYears();
    fillSupport();
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      State.reset();
    });
    State.onChange(follow);
    follow();
  }

  return { create, relationName };
})();
