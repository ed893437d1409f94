import { languageOf } from '@/lib/words/locale/language-of'
import { contained } from '@/lib/words/sentences/isolated'

/**
 * A text from outside: its writing direction does not affect the text around it, and its letters
 * determine its language.
 */
export const ExternalText = ({ text, className }: { text: string; className?: string }) => (
  <bdi lang={languageOf(text)} className={className}>
    {contained(text)}
  </bdi>
)
