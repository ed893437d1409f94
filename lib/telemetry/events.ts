import 'server-only'
import { channel } from 'node:diagnostics_channel'

/** A request that was answered or aborted. It contains nothing that a client wrote, except the method. */
export interface RequestEvent {
  /** 16 hex digits; also in the response's `X-Request-Id`. */
  readonly id: string
  readonly method: string
  /** The pattern of its route, such as `/history/runs/[id]`; `static` for files, `other` for unknown paths. */
  readonly route: string
  /** 0: the client left before there was a status. */
  readonly status: number
  /** Whether the connection closed before the response was complete. */
  readonly isAborted: boolean
  /** A stream of events, which stays open as long as its page. */
  readonly isStream: boolean
  /** From the request line to the end of the response, in milliseconds. */
  readonly ms: number
  /** Of the response as it was sent, with its headers. */
  readonly bytes: number
}

/** A run on which this process stopped to work: it ended, or waits for a person. */
export interface RunEvent {
  readonly id: string
  readonly kind: 'check' | 'register'
  readonly operation: string
  readonly state: 'done' | 'paused' | 'stopped' | 'cancelled'
  /** Why it is paused or stopped: a code of `RunProblem`. */
  readonly problem: string | undefined
  /** Since its orders were frozen, in milliseconds. */
  readonly ms: number
  /** Its orders by state, such as `REGISTERED` or `passed`. */
  readonly counts: Readonly<Record<string, number>>
}

/** What happens in a server, by the name of the event. No event contains personal data or secrets. */
export interface TelemetryEvents {
  readonly request: RequestEvent
  /** A request was refused before Next read it, with the code of the refusal. */
  readonly refusal: { readonly code: string }
  /**
   * The desk called a shipping API. `outcome`: `ok` for a complete response with status 200, else a `CallFailureCode`.
   */
  readonly serviceCall: { readonly path: string; readonly outcome: string; readonly ms: number }
  /** Orders or products got a result. */
  readonly orders: {
    readonly operation: string
    readonly outcome: 'passed' | 'failed' | 'registered' | 'rejected' | 'unconfirmed'
    readonly count: number
  }
  readonly run: RunEvent
  /** A sign-in ended: after its second step for operators with a second factor, or at the company's provider. */
  readonly signIn: { readonly outcome: 'succeeded' | 'failed' | 'limited' }
  /** A notification was sent, or its attempt failed and is repeated or not. */
  readonly delivery: {
    readonly channel: 'webhook' | 'email'
    readonly outcome: 'delivered' | 'retried' | 'failed'
  }
  /** A line was written to the log. */
  readonly logLine: { readonly level: 'error' | 'warn' | 'info' }
}

// Node's channels are shared by the whole process, however often Next compiles this module into it, and an event
// without subscribers costs nothing.
const channelOf = (name: keyof TelemetryEvents) => channel(`lading.${name}`)

/** Announces an event to its subscribers, which run before this returns. */
export function publish<Name extends keyof TelemetryEvents>(name: Name, event: TelemetryEvents[Name]): void {
  channelOf(name).publish(event)
}

/** Calls `listener` with every later event of this name. It must not throw. @returns how to stop that */
export function subscribe<Name extends keyof TelemetryEvents>(
  name: Name,
  listener: (event: TelemetryEvents[Name]) => void,
): () => void {
  const onMessage = (message: unknown) => listener(message as TelemetryEvents[Name])
  const events = channelOf(name)
  events.subscribe(onMessage)
  return () => void events.unsubscribe(onMessage)
}
