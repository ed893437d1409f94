import { Check, Ellipsis } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Input } from '@/components/ui/fields/input'
import { Menu } from '@/components/ui/overlay/menu'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { NamedView } from '@/lib/desk-api/drafts/column-views'
import type { Result } from '@/lib/desk-api/result'
import { isSameLayout } from '@/lib/sheet/view/columns/column-view'
import type { Columns } from './use-columns'

interface Props {
  columns: Columns
}

/** The layouts that the operator keeps by name: to apply, to overwrite, to rename and to delete. */
export function SavedLayouts({ columns }: Props) {
  const { words, announce } = useWorkbench()
  const t = useTranslations('columnsMenu.views')
  const [renaming, setRenaming] = useState<string>()
  const [problem, setProblem] = useState('')
  const showResult = (sentence: string) => (result: Result<null>) => {
    setProblem(result.ok ? '' : result.problem.message)
    if (result.ok) announce(sentence)
    return result.ok
  }
  const keep = (name: string) => columns.keep(name).then(showResult(words.message('viewKept', { name })))
  const use = ({ name, layout }: NamedView) => {
    columns.view.setLayout(layout)
    announce(words.message('viewUsed', { name }))
  }
  return (
    <section aria-label={t('title')} className="flex flex-col gap-1">
      {columns.named.length === 0 && <p className="text-ink-3 text-xs">{t('none')}</p>}
      <ul className="max-h-40 overflow-y-auto">
        {columns.named.map(view =>
          view.name === renaming ? (
            <li key={view.name}>
              <NameForm
                initial={view.name}
                act={t('save')}
                onCancel={() => setRenaming(undefined)}
                onName={async next => {
                  const isDone = showResult(words.message('viewKept', { name: next }))(
                    await columns.rename(view.name, next),
                  )
                  if (isDone) setRenaming(undefined)
                  return isDone
                }}
              />
            </li>
          ) : (
            <li key={view.name} className="flex items-center gap-1">
              <Button
                variant="quiet"
                size="small"
                aria-pressed={isSameLayout(view.layout, columns.view.layout)}
                aria-label={t('use', { name: view.name })}
                className="min-w-0 flex-1 justify-start"
                onClick={() => use(view)}
              >
                <Check
                  aria-hidden
                  className={isSameLayout(view.layout, columns.view.layout) ? '' : 'invisible'}
                />
                <span className="truncate">{view.name}</span>
              </Button>
              <Menu
                align="end"
                trigger={
                  <IconButton label={t('acts', { name: view.name })}>
                    <Ellipsis aria-hidden />
                  </IconButton>
                }
                acts={[
                  { id: 'update', label: t('update'), onSelect: () => keep(view.name) },
                  { id: 'rename', label: t('rename'), onSelect: () => setRenaming(view.name) },
                  {
                    id: 'drop',
                    label: t('drop'),
                    onSelect: () =>
                      columns
                        .drop(view.name)
                        .then(showResult(words.message('viewDropped', { name: view.name }))),
                  },
                ]}
              />
            </li>
          ),
        )}
      </ul>
      {renaming === undefined && <NameForm initial="" act={t('keep')} onName={keep} />}
      {problem !== '' && (
        <p role="alert" className="text-fail text-xs">
          {problem}
        </p>
      )}
    </section>
  )
}

interface NameFormProps {
  initial: string
  act: string
  onName: (name: string) => Promise<boolean>
  onCancel?: () => void
}

function NameForm({ initial, act, onName, onCancel }: NameFormProps) {
  const t = useTranslations('columnsMenu.views')
  const [name, setName] = useState(initial)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && (await onName(name.trim()))) setName('')
  }
  return (
    <form onSubmit={submit} className="flex items-center gap-1.5 py-0.5">
      <Input
        size="small"
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={60}
        value={name}
        autoFocus={initial !== ''}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Button size="small" type="submit" disabled={name.trim() === ''} focusableWhenDisabled>
        {act}
      </Button>
      {onCancel && (
        <Button variant="quiet" size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </form>
  )
}
