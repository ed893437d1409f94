'use client'
import { useTranslations } from 'use-intl'
import { Tick } from '@/components/ui/fields/tick'
import { type PastedListScope, pasteSchema } from '@/lib/desk-api/runs/unconfirmed'
import type { ListMeaning } from '@/lib/ledger/rules/console-list-plan'

/** What the pasted list is: some orders that were found, or all that are there. */
export function MeaningChoice({
  scope,
  value,
  onChange,
}: {
  scope: PastedListScope['scope']
  value: ListMeaning
  onChange: (value: ListMeaning) => void
}) {
  const t = useTranslations('unknown.paste')
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1 font-medium text-ink-2 text-xs">{t('meaning')}</legend>
      {pasteSchema.shape.meaning.options.map(meaning => (
        <label key={meaning} className="flex gap-2">
          <Tick
            type="radio"
            name="meaning"
            className="mt-0.75 size-3.5 shrink-0 accent-accent"
            checked={value === meaning}
            onChange={() => onChange(meaning)}
          />
          <span>
            {t(`meanings.${meaning}`, { scope })}
            <span className="block text-ink-3 text-xs">{t(`meaningHints.${meaning}`, { scope })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
