import { expect, test } from 'vitest'
import type { Passkey } from '@/lib/store/people/sign-in/passkeys'
import { passkeyIdOf, readNewPasskey, verifyPasskey } from './passkey'

const stored: Passkey = {
  ...{ id: 'a', operatorId: 'mina', publicKey: '', counter: 0, transports: [] },
  ...{ name: 'Phone', createdAt: '2026-11-01T00:00:00.000Z', usedAt: null },
}

test.each(['', 'null', '{"id":7}', '{"id":"a"'])(
  'a response that is not of a passkey is refused, and is not a fault of the server: %j',
  async response => {
    expect(await passkeyIdOf(response)).toBeUndefined()
    expect(await readNewPasskey(response, 'challenge')).toBeUndefined()
    expect(await verifyPasskey(response, 'challenge', stored)).toBeUndefined()
  },
)
