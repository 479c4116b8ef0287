/** Forms in Vue, Svelte and MobX: proxied, destructured and observed. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { calendar, reword } from "calendiff";
import { autorun, makeAutoObservable, observable } from "mobx";
import { compileModule } from "svelte/compiler";
import { isReactive, nextTick, reactive, readonly, ref, watch } from "vue";

const opened = () => calendar.form({ name: "a", slotDuration: 60 });

/** Edits through whatever a framework made of a form. */
function use(given, form = given) {
  const { set, undo } = given;
  given.set(["name"], "b");
  set(["slotDuration"], "soon");
  assert.equal(given.getSnapshot().draft.name, "b");
  assert.equal(given.getSnapshot().issuesAt(["slotDuration"]).length, 1);
  assert.equal(given.getSnapshot().ok, false);
  undo();
  given.undo();
  assert.deepEqual(
    [
      form.getSnapshot().draft.name,
      given.getSnapshot().canUndo,
      given.getSnapshot().changes,
    ],
    ["a", false, []],
  );
}

test("Vue leaves a form alone, in refs and in reactive objects", async () => {
  for (const given of [
    ref(opened()).value,
    reactive(opened()),
    reactive({ form: opened() }).form,
    readonly(opened()),
  ]) {
    assert.equal(isReactive(given), false);
    use(given);
  }
  const form = opened();
  const shown = ref(form.getSnapshot());
  form.subscribe(() => (shown.value = form.getSnapshot()));
  const heard = [];
  watch(shown, ({ draft }) => heard.push(draft.name));
  form.set("name", "b");
  await nextTick();
  assert.deepEqual(heard, ["b"]);
});

test("findings that Vue has made reactive are said in other words", () => {
  const form = opened();
  form.set("slotDuration", 45);
  const [{ words }] = reword(
    reactive(structuredClone(form.getSnapshot().changes)),
  );
  assert.equal(words, form.getSnapshot().changes[0].words);
  assert.throws(() => reword(reactive({})), { code: "option" });
});

test("MobX observes what holds a form, and leaves the form as it is", () => {
  use(observable({ form: opened() }).form);
  class Store {
    form = opened();
    shown = this.form.getSnapshot();
    constructor() {
      makeAutoObservable(this);
      this.form.subscribe(() => this.show());
    }
    show() {
      this.shown = this.form.getSnapshot();
    }
  }
  const store = new Store();
  const heard = [];
  autorun(() => heard.push(store.shown.draft.name));
  store.form.set("name", "b");
  assert.deepEqual(heard, ["a", "b"]);
  store.form.undo();
  use(store.form);
});

test("Svelte's runes leave a form as it is", async () => {
  const source =
    "export const held = (form) => { let given = $state({ form }); return given.form; };";
  const { js } = compileModule(source, {
    filename: "held.svelte.js",
    generate: "client",
  });
  const code = js.code
    .replaceAll(
      /from ['"](svelte[^'"]*)['"]/g,
      (_, name) => `from ${JSON.stringify(import.meta.resolve(name))}`,
    )
    .replaceAll(
      /import ['"](svelte[^'"]*)['"]/g,
      (_, name) => `import ${JSON.stringify(import.meta.resolve(name))}`,
    );
  const { held } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  use(held(opened()));
});

test("a proxy of any other library reaches the form's own state", () => {
  const form = opened();
  use(new Proxy(form, {}), form);
  use(
    new Proxy(form, {
      get: (target, name, receiver) => Reflect.get(target, name, receiver),
    }),
    form,
  );
});
