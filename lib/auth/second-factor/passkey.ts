import 'server-only'
import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import * as z from 'zod'
import { env } from '@/lib/env'
import type { Operator } from '@/lib/store/people/operators'
import type { Passkey } from '@/lib/store/people/sign-in/passkeys'
import { getTranslations } from '@/lib/words/server'

/** Passkeys are bound to a name, which must not be an address (WebAuthn, “relying party identifier”). */
export function canUsePasskeys(): boolean {
  const { hostname, protocol } = new URL(env().publicUrl)
  // An IPv6 address is in brackets.
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isName && (protocol === 'https:' || hostname === 'localhost')
}

const relyingParty = () => {
  const { hostname, origin } = new URL(env().publicUrl)
  return { id: hostname, origin }
}

/** What a browser needs to create a passkey. `challenge` must be stored until its response. */
export function newPasskeyOptions(
  operator: Operator,
  existing: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: getTranslations('desk')('name'),
    rpID: relyingParty().id,
    userID: new TextEncoder().encode(operator.id),
    userName: operator.email,
    userDisplayName: operator.name,
    attestationType: 'none',
    excludeCredentials: existing.map(asDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** What a browser needs to sign with one of these passkeys. `challenge` must be stored until its response. */
export function signWithPasskeyOptions(
  passkeys: readonly Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    allowCredentials: passkeys.map(asDescriptor),
    userVerification: 'required',
  })
}

/**
 * The passkey that a browser created for this challenge; undefined if the response is not genuine.
 * @param response JSON
 */
export async function readNewPasskey(
  response: string,
  challenge: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { id, origin } = relyingParty()
  const verified = await orUndefined(() =>
    verifyRegistrationResponse({
      response: JSON.parse(response),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  )
  const credential = verified?.registrationInfo?.credential
  return (
    credential && {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
  )
}

const signedBy = z.object({ id: z.string().max(1400) })

/** The id of the passkey that a response claims to be signed with. @param response JSON */
export const passkeyIdOf = (response: string): Promise<string | undefined> =>
  orUndefined(async () => signedBy.parse(JSON.parse(response)).id)

/**
 * The new counter of a passkey that signed this challenge; undefined if the response is not genuine.
 * @param response JSON
 */
export async function verifyPasskey(
  response: string,
  challenge: string,
  passkey: Passkey,
): Promise<number | undefined> {
  const { id, origin } = relyingParty()
  const result = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: JSON.parse(response),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: [...passkey.transports],
      },
    }),
  )
  return result?.verified ? result.authenticationInfo.newCounter : undefined
}

const asDescriptor = ({ id, transports }: Passkey) => ({ id, transports: [...transports] })

/** Every response that does not fit throws: those come from outside and are not faults. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
