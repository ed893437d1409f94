import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Aside } from '@/components/ui/aside'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/select'
import type { ConnectionChoice, Permissions } from './actions'
import { DraftName } from './draft-name'
import type { Readiness } from './readiness'
import { ReadyCount } from './ready-count'
import type { SaveState } from './use-autosave'
import { useSay } from './use-say'

interface Props {
  name: string
  onRename: (name: string) => void
  orders: number
  items: number
  saved: SaveState
  /** Who else has the draft open. */
  present: ReactNode
  connections: readonly ConnectionChoice[]
  connectionId: string
  onConnection: (id: string) => void
  /** The run that goes on, or stands still; null: there is none. */
  progress: ReactNode
  readiness: Readiness
  /** Whether a service checks what is registered here. */
  isChecked: boolean
  may: Permissions
  busy: boolean
  onCheck: () => void
  onRegister: () => void
}

/** The draft and its two verbs. */
export function Bar(props: Props) {
  const t = useTranslations('workbench')
  const say = useSay()
  const tell = useTranslations('rehearsal')
  const environments = useTranslations('environments')
  const { saved, readiness, may, busy, connections, connectionId } = props
  const said =
    saved.state === 'failed'
      ? t('unsaved', { reason: saved.reason })
      : t(saved.state === 'saving' ? 'saving' : 'saved')
  const isProduction = connections.find(one => one.id === connectionId)?.environment === 'production'
  return (
    <header className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b px-3.5">
      <DraftName name={props.name} onRename={props.onRename} />
      <span
        className={`min-w-0 truncate ${saved.state === 'failed' ? 'text-fail' : 'text-ink-3'}`}
        data-save={saved.state}
      >
        {say('counts', { orders: props.orders, items: props.items })} · {said}
      </span>
      {props.present}
      <span className="flex-1" />
      {props.progress}
      <Select
        label={t('connection')}
        variant="chip"
        // As wide whatever is chosen: the browser remembers the choice, and nothing moves when it is taken up.
        className={classes(
          'w-40 max-[900px]:w-28',
          isProduction && 'border-env-production! font-medium text-env-production!',
        )}
        value={connectionId}
        onChange={props.onConnection}
        disabled={busy}
        choices={connections.map(({ id, name, environment, rehearsal }) => ({
          value: id,
          label: rehearsal
            ? tell('chosen', { connection: name, mode: tell(`modes.${rehearsal}.short`) })
            : name,
          aside: environments(environment),
          icon: (
            <i
              className={`size-1.75 rounded-full ${rehearsal ? 'bg-warn' : environment === 'production' ? 'bg-env-production' : 'bg-env'}`}
            />
          ),
        }))}
      />
      <Button
        onClick={props.onCheck}
        // Who types on while orders are checked types into the sheet.
        onMouseDown={event => event.preventDefault()}
        disabled={busy || !may.edit}
        focusableWhenDisabled
        title={may.edit ? undefined : t('mayNot.check')}
        aria-label={t('check')}
        aria-keyshortcuts="F9"
      >
        {t('check')}
        <Aside text={t('checkAside')} />
      </Button>
      <Button
        variant={isProduction ? 'production' : 'primary'}
        className="h-9"
        onClick={props.onRegister}
        disabled={busy || !may.register || readiness.ready + readiness.waiting === 0}
        focusableWhenDisabled
        title={may.register ? undefined : t('mayNot.register')}
        aria-label={t('register')}
        aria-describedby="ready-count"
      >
        <ReadyCount {...readiness} label={t('register')} isChecked={props.isChecked} id="ready-count" />
      </Button>
    </header>
  )
}
