/**
 * How long an action of the server may take, in milliseconds. After a sleep, or in another network, a browser may wait
 * for many minutes on a connection that is gone. Next sends one action after the other, and React opens no other page
 * while one is pending: until then nothing on the page would work but typing.
 */
const ACTION_TIMEOUT_MS = 120_000

/**
 * Ends requests of actions that have no complete response in time; their calls then fail as without a network.
 * @param target whose `fetch` Next calls: the window
 * @param timeout in milliseconds
 */
export function limitActions(target: Pick<typeof globalThis, 'fetch'>, timeout = ACTION_TIMEOUT_MS): void {
  const send = target.fetch.bind(target)
  target.fetch = (input, init) =>
    new Headers(init?.headers).has('next-action')
      ? send(input, { ...init, signal: AbortSignal.timeout(timeout) })
      : send(input, init)
}
