import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { ButtonNote } from '@/components/ui/buttons/button-note'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/fields/select'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import type { Permissions } from '@/components/workbench/actions'
import { canRegister, type Readiness, ReadyCount } from '@/components/workbench/run/start/readiness'
import type { Connection } from '@/components/workbench/run/use-connection'
import type { Runs } from '@/components/workbench/run/use-runs'
import type { SaveState } from '@/components/workbench/saving/use-autosave'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { DraftName } from './draft-name'
import { UnsavedReason } from './unsaved-reason'

/** The key of Register; the screen around the bar handles it. */
const REGISTER_KEYS = 'Control+F9'

interface Props {
  name: string
  onRename: (name: string) => void
  saved: SaveState
  /** Who else has the draft open. */
  presence: ReactNode
  connection: Connection
  /** The progress of a run that can be controlled; nothing while there is none. */
  progress: ReactNode
  readiness: Readiness
  may: Permissions
  runs: Pick<Runs, 'isBusy' | 'check' | 'register'>
}

/** The draft's name, how it is saved, its connection, and the buttons Check and Register. */
export function DraftBar(props: Props) {
  const t = useTranslations('workbench')
  const tRecord = useWorkbenchTranslations()
  const tRehearsal = useTranslations('rehearsal')
  const tEnvironment = useTranslations('environments')
  const { workbook } = useWorkbench()
  const { saved, readiness, may, runs, connection } = props
  const keyCaps = useKeyCaps()
  const { isBusy } = runs
  const isProduction = connection.chosen?.environment === 'production'
  return (
    <header
      data-region="bar"
      // On a phone the buttons take a line of their own.
      className="flex min-h-12 shrink-0 items-center gap-2.5 border-line border-b px-3.5 max-[640px]:flex-wrap max-[640px]:gap-y-1.5 max-[640px]:py-1.5"
    >
      <DraftName name={props.name} mayEdit={may.edit} onRename={props.onRename} />
      <span
        className={classes(
          'min-w-0 truncate',
          saved.state === 'failed' ? 'text-fail' : 'text-ink-3 min-[640px]:max-[900px]:shrink-0',
        )}
        data-save={saved.state}
        title={saved.state === 'failed' ? t('unsaved', { reason: saved.reason }) : undefined}
      >
        {/* A problem gets the whole width. So does the save state in a narrow window: the tabs count the orders. */}
        {saved.state === 'failed' ? (
          <UnsavedReason reason={saved.reason} />
        ) : (
          <>
            <span className="min-[640px]:max-[900px]:hidden">
              {tRecord('counts', { orders: workbook.orderCount, items: workbook.itemCount })} ·{' '}
            </span>
            {t(saved.state)}
          </>
        )}
      </span>
      {props.presence}
      <span className="flex-1 max-[640px]:hidden" />
      {props.progress}
      <Select
        label={t('connection')}
        variant="chip"
        className={classes(
          'min-w-40 max-w-64 max-[1100px]:min-w-32 max-[900px]:min-w-28 max-[900px]:max-w-44 max-[640px]:w-full max-[640px]:max-w-full',
          isProduction && 'border-env-production! font-medium text-env-production!',
        )}
        value={connection.id}
        onChange={connection.choose}
        disabled={isBusy}
        choices={connection.all.map(({ id, name, environment, rehearsal }) => ({
          value: id,
          label: rehearsal
            ? tRehearsal('chosen', { connection: name, mode: tRehearsal(`modes.${rehearsal}.short`) })
            : name,
          chosenLabel: rehearsal ? tRehearsal('chosenShort', { connection: name }) : undefined,
          aside: tEnvironment(environment),
          icon: (
            <i
              className={`forced-color-adjust-none size-1.75 rounded-full ${rehearsal ? 'bg-warn' : environment === 'production' ? 'bg-env-production' : 'bg-env'}`}
            />
          ),
        }))}
      />
      <Button
        onClick={runs.check}
        // The focus stays in the sheet: the operator may continue typing while orders are checked.
        onMouseDown={event => event.preventDefault()}
        disabled={isBusy || !may.edit}
        focusableWhenDisabled
        title={may.edit ? undefined : t('mayNot.check')}
        aria-label={t('check')}
        aria-keyshortcuts="F9"
        className="max-[640px]:flex-1"
      >
        {t('check')}
        <ButtonNote text={t('checkAside')} className="max-[640px]:hidden" />
      </Button>
      <Button
        variant={isProduction ? 'production' : 'primary'}
        className="h-9 max-[640px]:h-11 max-[640px]:flex-2"
        onClick={runs.register}
        disabled={isBusy || !may.register || !canRegister(readiness)}
        focusableWhenDisabled
        title={may.register ? undefined : t('mayNot.register')}
        aria-label={t('register')}
        aria-keyshortcuts={REGISTER_KEYS}
        aria-describedby="ready-count"
      >
        <ReadyCount
          {...readiness}
          label={t('register')}
          keys={keyCaps(REGISTER_KEYS)}
          isChecked={workbook.sheet.check !== undefined}
          id="ready-count"
        />
      </Button>
    </header>
  )
}
