/** Limit of events that wait for a hook to read. Beyond it, the oldest are dropped. */
const MOST_WAITING = 1000;

/** The connection to one hook, as its events need it. */
export interface EventTarget<Event> {
  send(event: Event): void;
  /** Whether an event can be sent now. If not, calls back once when one can. */
  ready(onReady: () => void): boolean;
  /** Called for a dropped event; `first` if it is the first since the queue was last empty. */
  onDropped(first: boolean): void;
}

/** Events on their way to one hook, in a queue with a limit, however slowly it reads. */
export class EventQueue<Event> {
  #waiting: Event[] = [];
  #behind = false;
  #dropReported = false;

  constructor(private readonly target: EventTarget<Event>) {}

  push(event: Event): void {
    this.#waiting.push(event);
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting.shift();
      this.target.onDropped(!this.#dropReported);
      this.#dropReported = true;
    }
    if (!this.#behind) this.flush();
  }

  /** Sends everything that waits, before the hook is closed. */
  sendAll(): void {
    for (const event of this.#waiting.splice(0)) this.target.send(event);
  }

  /** Sends what can be sent now. */
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
