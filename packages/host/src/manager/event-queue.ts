/** Events that wait for a hook to read on; beyond it the oldest go. */
const MOST_WAITING = 1000;

/** The way to one hook, as its events see it. */
export interface EventTarget<Event> {
  send(event: Event): void;
  /** Whether an event may go now; calls back once when one may again. */
  ready(whenAgain: () => void): boolean;
  /** An event was dropped; `first` since the queue was last empty. */
  onDropped(first: boolean): void;
}

/** Events on their way to one hook, bounded however slowly it reads. */
export class EventQueue<Event> {
  #waiting: Event[] = [];
  #behind = false;
  #told = false;

  constructor(private readonly target: EventTarget<Event>) {}

  push(event: Event): void {
    this.#waiting.push(event);
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting.shift();
      this.target.onDropped(!this.#told);
      this.#told = true;
    }
    if (!this.#behind) this.flush();
  }

  /** Sends all that waits, before the end. */
  sendAll(): void {
    for (const event of this.#waiting.splice(0)) this.target.send(event);
  }

  /** Sends what can go. */
  flush(): void {
    this.#behind = false;
    while (this.#waiting.length > 0) {
      if (!this.target.ready(() => this.flush())) {
        this.#behind = true;
        return;
      }
      this.target.send(this.#waiting.shift() as Event);
    }
    this.#told = false;
  }
}
