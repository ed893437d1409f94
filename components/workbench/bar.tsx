import { useTranslations } from 'use-intl'
import { Aside } from '@/components/ui/aside'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import type { ConnectionChoice, RunView } from './actions'
import { DraftName } from './draft-name'
import type { SaveState } from './use-autosave'
import { isRunning } from './use-run'
import { useSay } from './use-say'

interface Props {
  name: string
  onRename: (name: string) => void
  orders: number
  items: number
  saved: SaveState
  connections: readonly ConnectionChoice[]
  connectionId: string
  onConnection: (id: string) => void
  run: RunView | null
  /** Orders that may be registered as they are. */
  ready: number
  /** Orders that a run left behind when it stopped: Register goes on with them. */
  waiting: number
  busy: boolean
  onCheck: () => void
  onRegister: () => void
}

/** The draft and its two verbs. */
export function Bar(props: Props) {
  const t = useTranslations('workbench')
  const say = useSay()
  const tell = useTranslations('rehearsal')
  const { saved, run, ready, waiting, busy, connections, connectionId } = props
  const said =
    saved.state === 'failed'
      ? t('unsaved', { reason: saved.reason })
      : t(saved.state === 'saving' ? 'saving' : 'saved')
  const waitingOrReady =
    ready === 0 && waiting > 0 ? t('waitingAside', { count: waiting }) : t('readyAside', { count: ready })
  return (
    <header className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b px-3.5">
      <DraftName name={props.name} onRename={props.onRename} />
      <span
        className={`min-w-0 truncate ${saved.state === 'failed' ? 'text-fail' : 'text-ink-3'}`}
        data-save={saved.state}
      >
        {say('counts', { orders: props.orders, items: props.items })} · {said}
      </span>
      <span className="flex-1" />
      {isRunning(run) && run && <Progress run={run} />}
      <Select
        label={t('connection')}
        variant="chip"
        // As wide whatever is chosen: the browser remembers the choice, and nothing moves when it is taken up.
        className="w-40 max-[900px]:w-28"
        value={connectionId}
        onChange={props.onConnection}
        disabled={busy}
        choices={connections.map(({ id, name, environment, rehearsal }) => ({
          value: id,
          label: rehearsal
            ? tell('chosen', { connection: name, mode: tell(`modes.${rehearsal}.short`) })
            : name,
          icon: (
            <i
              className={`size-1.75 rounded-full ${rehearsal ? 'bg-warn' : environment === 'production' ? 'bg-env-production' : 'bg-env'}`}
            />
          ),
        }))}
      />
      <Button
        onClick={props.onCheck}
        disabled={busy}
        focusableWhenDisabled
        aria-label={t('check')}
        aria-keyshortcuts="F9"
      >
        {t('check')}
        <Aside text={t('checkAside')} />
      </Button>
      <Button
        variant="primary"
        onClick={props.onRegister}
        disabled={busy || ready + waiting === 0}
        focusableWhenDisabled
        aria-label={t('register')}
        aria-describedby="ready-count"
      >
        {t('register')}
        <Aside text={waitingOrReady} room={t('readyAside', { count: props.orders }).length} />
      </Button>
      <span id="ready-count" hidden>
        {waitingOrReady}
      </span>
    </header>
  )
}

function Progress({ run }: { run: RunView }) {
  const t = useTranslations('workbench.run')
  const said = t(run.kind === 'check' ? 'checking' : 'registering', { done: run.done, total: run.total })
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <span>{said}</span>
      <span
        role="progressbar"
        aria-label={t('label')}
        aria-valuemin={0}
        aria-valuemax={run.total}
        aria-valuenow={run.done}
        aria-valuetext={said}
        className="h-1 w-24 overflow-hidden rounded bg-line"
      >
        <span
          className="block h-full bg-accent"
          style={{ width: `${run.total === 0 ? 0 : (100 * run.done) / run.total}%` }}
        />
      </span>
    </span>
  )
}
