import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Select } from '@/components/ui/fields/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { Outline } from '@/lib/import/reader/protocol'
import type { StateAnswer, StateMeaning } from '@/lib/import/recipe/recipe'

interface Props {
  outline: Outline
  onAnswer: (answers: readonly StateAnswer[]) => void
  onClose: () => void
}

/** Meanings of statuses of orders, the frequent ones first. */
const meanings = [
  'open',
  'cancelled',
  'unpaid',
  'claim',
  'shipped',
] as const satisfies readonly StateMeaning[]
type OrderMeaning = (typeof meanings)[number]

/** Asks for the meaning of statuses that only the shop knows, for example 31. All must be answered. */
export function StatusDialog({ outline: { name, statuses }, onAnswer, onClose }: Props) {
  const t = useTranslations('intake.desk')
  const [chosen, setChosen] = useState<ReadonlyMap<number, OrderMeaning>>(new Map())
  const left = statuses.length - chosen.size
  const headings = [...new Set(statuses.map(({ heading }) => heading))]
  const answers = statuses.flatMap(({ heading, text }, at): StateAnswer[] => {
    const means = chosen.get(at)
    return means ? [{ heading: [heading], means, is: [text] }] : []
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('statuses.title', { count: statuses.length })}
      description={t('statuses.body', { name })}
      actions={
        <>
          <span role="status" className="mr-auto self-center text-ink-2 text-xs">
            {left > 0 && t('statuses.left', { count: left })}
          </span>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={left > 0}
            focusableWhenDisabled
            onClick={() => left === 0 && onAnswer(answers)}
          >
            {t('statuses.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {headings.map(heading => (
          <section key={heading} aria-label={heading} className="flex flex-col gap-1">
            <h3 className="font-medium text-ink-2 text-xs">{heading}</h3>
            <ul className="flex flex-col gap-1">
              {statuses.map((one, at) =>
                one.heading === heading ? (
                  <li key={one.text} className="flex items-center gap-2">
                    <span className="flex min-w-0 flex-1 items-baseline gap-2">
                      <b
                        className="min-w-0 truncate whitespace-pre rounded-sm bg-shade px-1.25 py-0.25 font-medium"
                        title={one.text}
                      >
                        {one.text}
                      </b>
                      {one.number !== '' && (
                        <span className="min-w-0 truncate text-ink-3 text-xs" title={one.number}>
                          {t('statuses.order', { number: one.number })}
                        </span>
                      )}
                    </span>
                    <Select
                      size="small"
                      className="w-64 shrink-0"
                      label={t('statuses.question', { text: one.text, heading })}
                      placeholder={t('statuses.choose')}
                      value={chosen.get(at) ?? null}
                      choices={meanings.map(value => ({ value, label: t(`statuses.means.${value}`) }))}
                      onChange={means => setChosen(new Map(chosen).set(at, means))}
                    />
                  </li>
                ) : null,
              )}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
