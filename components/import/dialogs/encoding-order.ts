import type { Encoding } from '@/lib/files/book/book'
import type { EncodingPreview } from '@/lib/files/book/read-error'

/** The encodings in which programs of a language write files. */
const usualEncodings: Readonly<Record<string, readonly Encoding[]>> = {
  ko: ['euc-kr'],
  ja: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
}

/**
 * Previews of the encodings that a file may have, those of the operator's language first: an operator who reads Korean
 * most often has a Korean file. The others keep their order.
 * @param language code of the language of the screens
 */
export function inOrderOfLanguage(
  previews: readonly EncodingPreview[],
  language: string,
): readonly EncodingPreview[] {
  const usual = usualEncodings[language] ?? []
  const isUsual = ({ encoding }: EncodingPreview) => usual.includes(encoding)
  return [...previews.filter(isUsual), ...previews.filter(preview => !isUsual(preview))]
}
