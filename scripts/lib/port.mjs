import { createServer } from 'node:net'
import { Stop } from './root.mjs'

/**
 * Makes sure that a server can listen on `host` and `wanted` (a text; "0" asks for any free port) before
 * minutes are spent on a build. Resolves to the port's number.
 */
export async function claimPort(host, wanted) {
  const port = Number(wanted)
  if (!/^\d{1,5}$/.test(wanted) || port > 65535)
    throw new Stop(`PORT is "${wanted}"; it must be a number from 1 to 65535.`)
  const sentences = {
    EADDRINUSE: `Port ${port} is in use already. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
    EACCES: `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST is "${host}", which is not an address of this machine.`,
    ENOTFOUND: `HOST is "${host}", which is not an address of this machine.`,
  }
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', error => reject(new Stop(sentences[error.code] ?? error.message)))
    probe.listen(port, host, () => {
      const claimed = probe.address().port
      probe.close(() => resolve(claimed))
    })
  })
}
