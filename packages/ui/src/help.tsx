import { useEffect, useRef } from "preact/hooks";

const KEYS = [
  ["↓ ↑ or j k", "next and previous decision"],
  ["Enter", "open the decision"],
  ["Esc", "close"],
  ["/", "search"],
  ["?", "this help"],
] as const;

/** The keys. To answer a question, the user must reach its button: no key allows a call by mistake. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>No key answers a question: use its buttons.</p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
