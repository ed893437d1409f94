import { useRouter } from 'next/navigation'
import { type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import { asideOnArrival } from '@/components/intake/aside-said'
import type { AfterAll } from '@/components/intake/bring-after-all'
import { Drop } from '@/components/intake/drop'
import { FilesDialog } from '@/components/intake/files-dialog'
import { handOver } from '@/components/intake/hand-over'
import type { Intake } from '@/components/intake/intake'
import { IntakeScreens } from '@/components/intake/intake-screens'
import { oddities } from '@/components/intake/oddities'
import type { Summary } from '@/components/intake/readings'
import { recipeName } from '@/components/intake/recipe-name'
import { ReturnScreen } from '@/components/intake/return-screen'
import type { TakenOut } from '@/components/intake/take-out'
import { Traces } from '@/components/intake/traces'
import { UploadButton } from '@/components/intake/upload-button'
import { useIntake } from '@/components/intake/use-intake'
import { type RecipeActions, useRecipes } from '@/components/intake/use-recipes'
import { useShopPaste } from '@/components/intake/use-shop-paste'
import type { MenuAct } from '@/components/ui/menu'
import type { CellAddress } from '@/lib/sheet/draft'
import { readHeader } from '@/lib/sheet/header'
import type { Workbook } from '@/lib/sheet/workbook'
import { namesOf } from './clipboard-acts'
import { nameOfFile } from './draft-names'
import { newLineId, type SheetWords } from './grid-source'
import { RecordNoun, useSay } from './use-say'

interface Desk {
  readonly workbook: Workbook
  readonly draft: { readonly draftId: string; readonly name: string; rename(name: string): void }
  readonly words: SheetWords
  readonly grid: RefObject<GridHandle | null>
  readonly source: GridSource
  readonly mayEdit: boolean
  readonly goTo: (cell: CellAddress) => void
  readonly announce: (sentence: string) => void
  readonly recipeActions: RecipeActions
}

/** What the workbench shows of files. */
export interface Files {
  readonly intake: Intake
  /** The part of the page on which files are dropped. */
  readonly area: RefObject<HTMLDivElement | null>
  /** The button that asks for files; nothing for whoever may look only. */
  readonly button: ReactNode
  /** Asks for files. */
  ask(): void
  /** Acts on the files of the draft, for the menu. */
  acts(): readonly MenuAct[]
  /** Finds out where cells came from. */
  readonly traces: Traces
  /** Progress, questions, and what was brought. */
  readonly screens: ReactNode
}

const takenOutWords: Partial<Record<TakenOut, 'said.claimTakenOut' | 'said.hiddenTakenOut'>> = {
  claim: 'said.claimTakenOut',
  hidden: 'said.hiddenTakenOut',
}

/** Files that come into the sheet: by a button, dropped or pasted. */
export function useFiles(desk: Desk): Files {
  const { workbook, draft, words, grid, source, mayEdit, goTo, announce } = desk
  const t = useTranslations('intake.desk')
  const back = useTranslations('intake.return')
  const say = useSay()
  const record = useContext(RecordNoun)
  const router = useRouter()
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isListed, setListed] = useState(false)
  const sheet = workbook.sheet.id
  const recipes = useRecipes(sheet, desk.recipeActions)

  const onBrought = ({ report, brought }: Summary, isAgain: boolean) => {
    traces.forget()
    const isPasted = report.name === t('pasted')
    const name = isAgain || isPasted ? undefined : nameOfFile(draft.name, report.name)
    if (name !== undefined) draft.rename(name)
    if (brought.first !== undefined) goTo({ line: brought.first, column: workbook.sheet.key })
    const { orders, understood } = report
    recipes.used(understood)
    const said = isAgain
      ? t('said.again', { record, orders, name: report.name })
      : t('said.brought', { record, orders, name: report.name, recipe: recipeName(understood.recipe, t) })
    const more = isAgain
      ? ''
      : [asideOnArrival(t, report.aside), ...oddities(t, report)].filter(Boolean).join('; ')
    announce(more === '' ? said : t('said.aside', { brought: said, aside: more }))
  }
  const onTakenOut = (name: string, what: TakenOut, count: number, locked: number) => {
    announce(t(takenOutWords[what] ?? 'said.takenOut', { orders: count, locked, name }))
    grid.current?.focus()
  }
  const onAfterAll = (name: string, { orders, first }: AfterAll) => {
    announce(t('said.afterAll', { orders, name }))
    if (first !== undefined) goTo({ line: first, column: workbook.sheet.key })
    grid.current?.focus()
  }

  const intake = useIntake({
    workbook,
    sheet,
    newId: newLineId,
    remembered: () => recipes.remembered(),
    draftId: () => draft.draftId,
    commit: () => grid.current?.commit(),
    onBrought,
    onAfterAll,
    onTakenOut,
    onSettled: () => traces.forget(),
  })
  const traces = useMemo(() => new Traces(intake, draft.draftId, mayEdit), [intake, draft.draftId, mayEdit])
  const take = (files: readonly File[]) => {
    if (mayEdit) intake.take(files)
    else announce(t('viewer'))
  }
  useShopPaste({
    area,
    sheet,
    isForSheet: ({ target }) =>
      mayEdit &&
      target instanceof Element &&
      target.closest('.grid-root') !== null &&
      !grid.current?.editing(),
    isOwn: headings =>
      readHeader(headings, workbook.sheet.columns, column => namesOf(words, column)) !== undefined,
    onExport: text => take([new File([text], t('pasted'), { type: 'text/plain' })]),
    onOther: clip => {
      const selection = grid.current?.selection
      const received = selection && source.paste(selection.ranges(), clip)
      if (received) selection.select(received, 'there')
    },
  })
  const ask = () => input.current?.click()
  const nameOf = (id: string) => {
    const column = workbook.column(id)
    return column ? words.column(column).name : id
  }

  return {
    intake,
    area,
    traces,
    button: mayEdit && <UploadButton onFiles={take} input={input} />,
    ask,
    acts: () => [
      { id: 'files', label: t('files.open'), disabled: !mayEdit, onSelect: () => setListed(true) },
    ],
    screens: (
      <>
        <Drop area={area} onFiles={take} />
        <IntakeScreens
          intake={intake}
          workbook={workbook}
          draftId={draft.draftId}
          record={record}
          nameOf={nameOf}
          sheetTitle={id => say(`sheets.${id}`)}
          onUndo={() => grid.current?.undo()}
          goTo={goTo}
          onAsk={ask}
          onRemember={recipes.remember}
          onAnswers={recipes.keepAnswers}
          onElsewhere={(other, file) => {
            handOver(other, [file])
            router.push(`/${other}/new`)
          }}
          onCancelled={name => announce(t('cancelled', { name }))}
          onReturn={() => grid.current?.focus()}
        />
        {isListed && (
          <FilesDialog
            workbook={workbook}
            intake={intake}
            draftId={draft.draftId}
            onClose={() => {
              setListed(false)
              // A dialog gives the focus back to where it was; the sheet takes it after that.
              requestAnimationFrame(() => grid.current?.focus())
            }}
          />
        )}
        <ReturnScreen
          intake={intake}
          workbook={workbook}
          draftId={draft.draftId}
          nameOf={nameOf}
          sheetTitle={id => say(`sheets.${id}`)}
          newId={newLineId}
          at={() => grid.current?.selection.active ?? null}
          onApplied={({ cells, added, first }, name) => {
            announce(back('applied', { cells, added, name }))
            if (first) goTo(first)
          }}
          onOpen={(other, id, file) => {
            handOver(other, [file])
            router.push(`/${other}/${id}`)
          }}
          onReturn={() => grid.current?.focus()}
        />
      </>
    ),
  }
}
