/**
 * How long an action of the server may take, in milliseconds. After a sleep, or in another network, a browser may wait
 * for many minutes on a connection that is gone. Next sends one action after the other, and React opens no other page
 * while one is pending: until then nothing on the page would work but typing.
 */
const ACTION_TIMEOUT_MS = 120_000

/**
 * Hands Next the responses of actions only once they are complete, and ends requests that have none in time; both then
 * fail as without a network. Next would begin to show the page of a response that is cut off later, and replace all of it
 * by an error.
 * @param target whose `fetch` Next calls: the window
 * @param timeout in milliseconds
 */
export function limitActions(target: Pick<typeof globalThis, 'fetch'>, timeout = ACTION_TIMEOUT_MS): void {
  const send = target.fetch.bind(target)
  target.fetch = async (input, init) => {
    if (!new Headers(init?.headers).has('next-action')) return send(input, init)
    const response = await send(input, { ...init, signal: AbortSignal.timeout(timeout) })
    await response.clone().arrayBuffer()
    return response
  }
}
