import type { Page } from 'playwright/test'
import { expect } from '../support/fixtures'

/** Chromium's virtual authenticator: a device with passkeys that verifies its owner without asking. */
export class Authenticator {
  private constructor(
    private readonly session: Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>,
    private readonly authenticatorId: string,
  ) {}

  /** @param transport `internal`: a part of the computer; `usb`: a security key */
  static async attach(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Authenticator(session, authenticatorId)
  }

  /** Whether it recognises its owner, by a fingerprint or a PIN. */
  async recogniseOwner(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }

  /** The device is no longer there. */
  async detach(): Promise<void> {
    const { authenticatorId } = this
    await this.session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  }

  /** The ids of its passkeys, base64. */
  async credentials(): Promise<string[]> {
    const { authenticatorId } = this
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId })
    return credentials.map(({ credentialId }) => credentialId)
  }

  /** Replaces the private key of its passkey: its signatures no longer fit. */
  async forgeKey(): Promise<void> {
    const { authenticatorId, session } = this
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    if (!credential) throw new Error('The authenticator has no passkey.')
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
    const key = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
    await session.send('WebAuthn.clearCredentials', { authenticatorId })
    await session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential, privateKey: Buffer.from(key).toString('base64') },
    })
  }
}

/** Adds a passkey under Your account. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
}

/** Closes the dialog with new recovery codes. @returns the codes */
export async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(dialog).toBeHidden()
  return codes
}
