import { createServer } from 'node:net'
import { Stop } from '../root.mjs'
import { t } from '../terminal.mjs'

/**
 * Makes sure that a server can listen on `host` and `wanted` (a text; "0" asks for any free port) before
 * minutes are spent on a build. Resolves to the port's number.
 */
export async function claimPort(host, wanted) {
  const port = Number(wanted)
  if (!/^\d{1,5}$/.test(wanted) || port > 65535) throw new Stop(t('invalidPort', { value: wanted }))
  const sentences = {
    EADDRINUSE: t('portInUse', { port, command: `PORT=${port + 1} npm start` }),
    EACCES: t('portForbidden', { port, command: 'PORT=3000 npm start' }),
    EADDRNOTAVAIL: t('invalidHost', { host }),
    ENOTFOUND: t('invalidHost', { host }),
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

/** A port of this machine that is free now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
