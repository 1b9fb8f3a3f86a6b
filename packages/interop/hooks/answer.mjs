// A person, for the tests. `allow`: waits for the first open question, allows the call and prints the id. `list`: prints the
// questions as JSON. Not `agent-hook approve`, which would refuse: these tests started the agent.
import { Questions } from "@agent-hook/sdk/internal/questions";

const questions = Questions.open();
if (process.argv[2] === "list") {
  process.stdout.write(JSON.stringify(await questions.list()));
} else {
  for (;;) {
    const open = (await questions.list()).find(({ state }) => state === "open");
    if (open !== undefined && (await questions.answer(open.id, "allow", "page")) === "answered") break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
await questions.close();
