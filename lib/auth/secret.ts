import 'server-only'
import { keyring, newestKey } from '@/lib/store/keyring'

/** What session cookies are encrypted with. A new newest key in APP_KEYS signs everybody out. */
export const sessionSecret = (): string => newestKey(keyring(), 'session').bytes.toString('base64url')
