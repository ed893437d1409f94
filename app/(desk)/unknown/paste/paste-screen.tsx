'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { Field } from '@/components/ui/fields/field'
import { inputClasses } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import { environmentKind } from '@/lib/desk-api/environment-id'
import { type DryRunView, MAX_LIST_CHARACTERS, type PastedListScope } from '@/lib/desk-api/runs/unconfirmed'
import type { ListMeaning } from '@/lib/ledger/rules/console-list-plan'
import { applyList, previewList } from './actions'
import { MeaningChoice } from './meaning'
import { Report } from './report'

/** The list at the left, what it would do at the right. What is shown is what is applied: any change hides it again. */
export function PasteScreen({ places }: { places: readonly PastedListScope[] }) {
  const t = useTranslations('unknown.paste')
  const { announce } = useToast()
  const router = useRouter()
  const [placeId, setPlaceId] = useState(places[0]?.id ?? '')
  const [text, setText] = useState('')
  const [meaning, setMeaning] = useState<ListMeaning>('some')
  const [run, setRun] = useState<DryRunView>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const result = useRef<HTMLHeadingElement>(null)
  const place = places.find(one => one.id === placeId) ?? places[0]
  useFocusLeft()

  useEffect(() => {
    if (run) result.current?.focus()
  }, [run])
  if (!place) return null
  const environment = environmentKind(place.envId)

  const list = {
    envId: place.envId,
    scope: place.scope,
    ...(place.request && { request: place.request }),
    text,
    meaning,
  }
  /** The list or its meaning changed: the shown result is outdated. */
  const changed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setRun(undefined)
      setProblem(undefined)
    }
  }
  const preview = (event: FormEvent) => {
    event.preventDefault()
    start(async () => {
      const outcome = await previewList(list)
      setRun(outcome.ok ? outcome.value : undefined)
      setProblem(outcome.ok ? undefined : outcome.problem.message)
    })
  }
  const apply = (typed: string, note: string) =>
    start(async () => {
      const outcome = await applyList({ ...list, digest: run?.digest ?? '', typed, note })
      if (!outcome.ok) {
        setProblem(outcome.problem.message)
        if (outcome.problem.code === 'changed') setRun(undefined)
        return
      }
      announce(outcome.value)
      router.push('/unknown')
    })

  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1100px]:flex-row">
      <form
        onSubmit={preview}
        className="flex shrink-0 flex-col gap-3 border-line border-b p-3.5 min-[1100px]:w-96 min-[1100px]:overflow-y-auto min-[1100px]:border-r min-[1100px]:border-b-0"
      >
        <Field label={t('place')} hint={<EnvironmentTag environment={environment} />}>
          <Select
            choices={places.map(({ id, label }) => ({ value: id, label }))}
            value={place.id}
            onChange={changed(setPlaceId)}
          />
        </Field>
        <div className="flex flex-col gap-1">
          <label htmlFor="list" className="font-medium text-ink-2 text-xs">
            {t('list')}
          </label>
          <textarea
            id="list"
            required
            rows={12}
            maxLength={MAX_LIST_CHARACTERS}
            spellCheck={false}
            aria-describedby="list-hint"
            value={text}
            onChange={event => changed(setText)(event.target.value)}
            className={`${inputClasses} resize-y py-1.5 font-mono text-xs`}
          />
          <span id="list-hint" className="text-ink-3 text-xs">
            {t('hint', { scope: place.scope })}
          </span>
        </div>
        <MeaningChoice scope={place.scope} value={meaning} onChange={changed(setMeaning)} />
        <div>
          <Button
            type="submit"
            variant={run ? 'plain' : 'primary'}
            disabled={isBusy || text.trim() === ''}
            focusableWhenDisabled
          >
            {t('preview')}
          </Button>
        </div>
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </form>
      <section aria-labelledby="result" className="min-w-0 flex-1 min-[1100px]:overflow-y-auto">
        <h2
          id="result"
          ref={result}
          tabIndex={-1}
          className="p-3.5 pb-1 font-semibold text-base outline-none"
        >
          {t('result')}
        </h2>
        {run ? (
          <Report
            key={run.digest}
            run={run}
            scope={place.scope}
            meaning={meaning}
            isProduction={environment === 'production'}
            isBusy={isBusy}
            onApply={apply}
          />
        ) : (
          <p className="max-w-120 px-3.5 text-ink-2">{t('before')}</p>
        )}
      </section>
    </div>
  )
}
