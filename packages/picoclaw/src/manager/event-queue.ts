/** The most events that may wait for a hook to read them. Beyond this limit, the oldest are dropped. */
const MAX_WAITING = 1000;

/** What the queue needs from the connection to its hook. */
export interface EventTarget<Event> {
  send(event: Event): void;
  /** Whether an event can be sent now. If not, calls back once when one can. */
  ready(onReady: () => void): boolean;
  /** Called for each dropped event. `first` is true for the first one since the queue was last empty. */
  onDropped(first: boolean): void;
}

/** A queue of events for one hook. Its length is limited, however slowly the hook reads. */
export class EventQueue<Event> {
  #waiting: Event[] = [];
  #behind = false;
  #dropReported = false;

  constructor(private readonly target: EventTarget<Event>) {}

  push(event: Event): void {
    this.#waiting.push(event);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.target.onDropped(!this.#dropReported);
      this.#dropReported = true;
    }
    if (!this.#behind) this.flush();
  }

  /** Sends all waiting events, even if the hook is not ready. Called before the hook is closed. */
  sendAll(): void {
    for (const event of this.#waiting.splice(0)) this.target.send(event);
  }

  /** Sends waiting events as long as the hook is ready. */
  flush(): void {
    this.#behind = false;
    while (this.#waiting.length > 0) {
      if (!this.target.ready(() => this.flush())) {
        this.#behind = true;
        return;
      }
      this.target.send(this.#waiting.shift() as Event);
    }
    this.#dropReported = false;
  }
}
