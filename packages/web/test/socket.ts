/** A socket whose server is the test. */
export class TestSocket extends EventTarget {
  static OPEN = 1;
  static opened: TestSocket[] = [];
  readyState = 1;
  said: unknown[] = [];
  constructor() {
    super();
    TestSocket.opened.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  hear(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}
