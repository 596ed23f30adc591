// The part of the address behind #: the key of what is selected, then what differs from the first look, as in
// #method/vgg?type=Method,Task&year=2019-2021. A key may hold a ? of its own: what is known as a whole is no setting.
const Address = (() => {
  "use strict";

  const SETTINGS = {
    topic: {
      write: (state) => (state.topic === null ? null : Topics.name(state.topic)),
      read: (text) => ({ topic: Topics.find(text) }),
    },
    type: {
      write: (state) => (State.allTypes() ? null : [...state.types].join()),
      read: (text) => ({ types: known(text, initial().types) }),
    },
    relation: {
      write: (state) => (State.allRelations() ? null : [...state.relations].join()),
      read: (text) => ({ relations: known(text, initial().relations) }),
    },
    year: {
      write: (state) => (State.allYears() ? null : state.years.join("-")),
      read: (text) => {
        const chosen = text.split("-").map(Number);
        return chosen.length === 2 && chosen.every((year) => State.years.includes(year))
          ? { years: chosen.sort((one, two) => one - two) }
          : {};
      },
    },
    support: {
      write: (state) => (state.support === 1 ? null : String(state.support)),
      read: (text) => (/^[1-9]\d{0,5}$/.test(text) ? { support: Number(text) } : {}),
    },
    color: {
      write: (state) => (state.byTopic === Topics.any ? null : state.byTopic ? "topic" : "type"),
      read: (text) => ({ byTopic: Topics.any && text !== "type" }),
    },
    view: {
      write: (state) => (state.asList ? "list" : null),
      read: (text) => ({ asList: text === "list" }),
    },
  };

  const { initial } = State;
  const known = (text, names) => new Set(text.split(",").filter((name) => names.has(name)));

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function settings(text) {
    const changes = initial();
    for (const part of text.split("&")) {
      const [name, value] = part.split("=", 2);
      if (Object.hasOwn(SETTINGS, name)) Object.assign(changes, SETTINGS[name].read(decoded(value ?? "")));
    }
    return changes;
  }

  // {key, node, changes}: `node` is null for an unknown key or none, `changes` is null without settings.
  function read(text) {
    const whole = Graph.find(text);
    const cut = whole === null ? text.lastIndexOf("?") : -1;
    const key = cut < 0 ? text : text.slice(0, cut);
    return {
      key,
      node: whole ?? Graph.find(key),
      changes: cut < 0 ? null : settings(text.slice(cut + 1)),
    };
  }

  // What stands behind # for the state of the page.
  function write() {
    const { state } = State;
    const parts = Object.entries(SETTINGS)
      .map(([name, { write: text }]) => [name, text(state)])
      .filter(([, text]) => text !== null)
      .map(([name, text]) => `${name}=${encodeURIComponent(text).replaceAll("%2C", ",")}`);
    const key = state.selected === null ? "" : Graph.key(state.selected);
    return key + (parts.length ? `?${parts.join("&")}` : "");
  }

  return { read, write };
})();
