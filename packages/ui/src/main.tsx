import { render } from "preact";
import { App } from "./app.js";
import { Connection, takeCode } from "./connection.js";
import { Model, type Snapshot } from "./model.js";
import { applyStoredTheme } from "./theme.js";

const code = takeCode();
const model = new Model(show);
const connection = new Connection(
  (state) => model.setState(state),
  (event) => model.receive(event),
);

applyStoredTheme();
// Another link was opened in this tab: a browser only reports a new fragment.
addEventListener("hashchange", () => location.reload());
show(model.snapshot());
await connection.run(code);

function show(snapshot: Snapshot): void {
  render(
    <App
      snapshot={snapshot}
      answer={(id, answer) => connection.answer(id, answer)}
      askAgain={(record) => connection.askAgain(record)}
    />,
    document.body,
  );
}
