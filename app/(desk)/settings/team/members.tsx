'use client'
import { useOptimistic, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useProof } from '@/app/(desk)/proof'
import { cellClasses as cell, Moment } from '@/app/(desk)/settings/moment'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import type { Member } from '@/lib/store/team'
import { giveRole, type Link, linkToPassword, restore } from './actions'
import { roles } from './schema'

interface Props {
  /** Who looks at it: one does not remove oneself. */
  me: string
  members: readonly Member[]
  onRemove: (member: Member) => void
  onLink: (link: Link) => void
}

/** Everybody who may sign in, or might. */
export function MemberTable({ me, members, ...acts }: Props) {
  const say = useTranslations('team')
  return (
    <table
      aria-label={say('members')}
      className="w-full min-w-190 table-fixed border-separate border-spacing-0"
    >
      <colgroup>
        <col />
        <col className="w-44" />
        <col className="w-36" />
        <col className="w-64" />
      </colgroup>
      <thead>
        <tr className="text-left text-ink-2 text-xs">
          {(['name', 'role', 'seen'] as const).map(column => (
            <th key={column} scope="col" className={classes(cell, 'h-8 bg-panel font-medium')}>
              {say(`columns.${column}`)}
            </th>
          ))}
          <td className={classes(cell, 'bg-panel')} />
        </tr>
      </thead>
      <tbody>
        {members.map(member => (
          <MemberRow key={member.id} member={member} isMe={member.id === me} {...acts} />
        ))}
      </tbody>
    </table>
  )
}

function MemberRow({
  member,
  isMe,
  onRemove,
  onLink,
}: Omit<Props, 'me' | 'members'> & { member: Member; isMe: boolean }) {
  const say = useTranslations('team')
  const { say: announce } = useToast()
  const withProof = useProof()
  const [isBusy, start] = useTransition()
  const [role, setRole] = useOptimistic(member.role)
  const isRemoved = member.removedAt !== null
  const choose = (chosen: Member['role']) =>
    start(async () => {
      setRole(chosen)
      const outcome = await withProof(() => giveRole({ id: member.id, role: chosen }))
      announce(
        outcome.ok
          ? say('said.role', { name: member.name, role: say(`roles.${chosen}`) })
          : outcome.problem.message,
      )
    })
  const letIn = () =>
    start(async () => {
      const outcome = await withProof(() => restore({ id: member.id }))
      announce(outcome.ok ? say('said.restored', { name: member.name }) : outcome.problem.message)
    })
  const link = () =>
    start(async () => {
      const outcome = await withProof(() => linkToPassword({ id: member.id }))
      if (outcome.ok) onLink(outcome.value)
      else announce(outcome.problem.message)
    })
  return (
    <tr className={classes('h-12', isRemoved && 'text-ink-3')}>
      <th scope="row" className={classes(cell, 'truncate text-left font-normal')}>
        <span className="font-medium">{member.name}</span>
        {isMe && <span className="text-ink-3"> · {say('you')}</span>}
        <span className="block truncate text-ink-3 text-xs">{member.email}</span>
      </th>
      <td className={cell}>
        {isRemoved ? (
          say('removed')
        ) : (
          <Select
            label={say('roleOf', { name: member.name })}
            value={role}
            onChange={choose}
            readOnly={isBusy}
            className="w-36"
            choices={roles.map(value => ({ value, label: say(`roles.${value}`) }))}
          />
        )}
      </td>
      <td className={cell}>
        {member.seenAt === null ? (
          <span className="text-ink-3">{say('notSeen')}</span>
        ) : (
          <Moment at={member.seenAt} />
        )}
      </td>
      <td className={classes(cell, 'text-right')}>
        {isRemoved ? (
          <Button
            variant="quiet"
            size="small"
            disabled={isBusy}
            focusableWhenDisabled
            onClick={letIn}
            aria-label={say('restoreWhom', { name: member.name })}
          >
            {say('restore')}
          </Button>
        ) : (
          !isMe && (
            <>
              <Button
                variant="quiet"
                size="small"
                disabled={isBusy}
                focusableWhenDisabled
                onClick={link}
                aria-label={say('passwordWhom', { name: member.name })}
              >
                {say('password')}
              </Button>
              <Button
                variant="quiet"
                size="small"
                disabled={isBusy}
                focusableWhenDisabled
                onClick={() => onRemove(member)}
                aria-label={say('removeWhom', { name: member.name })}
              >
                {say('remove')}
              </Button>
            </>
          )
        )}
      </td>
    </tr>
  )
}
