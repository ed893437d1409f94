import type { Column } from './columns'

/** The columns of a sheet that have the parts of one Japanese address. */
export interface JapaneseAddressColumns {
  readonly zipCode: string
  /** The prefecture. */
  readonly state: string
  /** The municipality. */
  readonly city: string
  /** The street. */
  readonly address: string
}

/** The address of a recipient, who may live in another country: see `isToJapan`. */
export const recipientColumns: JapaneseAddressColumns = {
  zipCode: 'recipient.zipCode',
  state: 'recipient.state',
  city: 'recipient.city',
  address: 'recipient.address',
}

/** The address of an importer, always in Japan. */
export const importerColumns: JapaneseAddressColumns = {
  zipCode: 'recipient.importerJapaneseZipCode',
  state: 'recipient.importerJapaneseState',
  city: 'recipient.importerJapaneseCity',
  address: 'recipient.importerJapaneseAddress',
}

/** The column of the recipient's country. */
export const COUNTRY = 'recipient.country'

/** Codes and names of Japan, as exports and operators write them. */
const japan = new Set(['JP', 'JPN', 'JAPAN', '日本', '일본'])

/** Whether the recipient of an order is in Japan, in any spelling that sheets know. */
export const isToJapan = (textOf: (column: string) => string): boolean =>
  japan.has(textOf(COUNTRY).trim().toUpperCase())

/**
 * Whether the recipient of an order is certainly in another country: its code is known and not Japan's. Without a
 * country, or with a mistyped one, the order may be for Japan.
 */
export function isAbroad(columns: readonly Column[], textOf: (column: string) => string): boolean {
  const country = columns.find(({ id }) => id === COUNTRY)
  const code = textOf(COUNTRY).normalize('NFKC').trim().toUpperCase()
  return code !== 'JP' && (country?.choices ?? country?.hint?.choices ?? []).includes(code)
}
