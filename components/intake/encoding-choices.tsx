import { Button } from '@/components/ui/button'
import type { Encoding, EncodingPreview } from '@/lib/intake/table'
import { PreviewLines } from './preview-lines'

interface Props {
  previews: readonly EncodingPreview[]
  disabled?: boolean
  onChoose: (encoding: Encoding) => void
  /** What the button of an encoding says. */
  words: (encoding: Encoding) => string
}

/** Encodings that fit a file, and how it begins in each. */
export function EncodingChoices({ previews, disabled = false, onChoose, words }: Props) {
  return (
    <ul className="flex flex-col gap-2">
      {previews.map(({ encoding, lines }) => (
        <li key={encoding} className="flex items-center gap-3 rounded-md border border-line p-2">
          <PreviewLines lines={lines} />
          <Button size="small" disabled={disabled} focusableWhenDisabled onClick={() => onChoose(encoding)}>
            {words(encoding)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
