import type { BrowserContext } from 'playwright/test'

/** The clock of a server and of a browser, set to an instant; it runs on from there. */
export class Clock {
  private readonly script: string

  /** @param instant ISO 8601, with its zone */
  constructor(instant: string) {
    const ahead = Date.parse(instant) - Date.now()
    this.script = `{
      const now = Date.now
      Date.now = () => now() + ${ahead}
      globalThis.Date = new Proxy(Date, {
        construct: (target, given, self) => Reflect.construct(target, given.length ? given : [target.now()], self),
        apply: target => new target(target.now()).toString(),
      })
    }`
  }

  /** Environment variables that give a server this clock. */
  get variables(): Readonly<Record<string, string>> {
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(this.script)}` }
  }

  /** Gives this clock to all pages that a browser opens from now on. */
  async set(context: BrowserContext): Promise<void> {
    await context.addInitScript(this.script)
  }
}
