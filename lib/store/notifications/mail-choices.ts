import 'server-only'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import type { EventKind } from './tables'

/** An operator who gets events by email. */
export interface MailRecipient {
  readonly id: string
  readonly email: string
  readonly events: readonly EventKind[]
  /** BCP 47. */
  readonly language: string
  /** IANA name. */
  readonly timeZone: string
}

export interface BrowserLocale {
  readonly language: string
  readonly timeZone: string
}

/** The events that an operator gets by email; none by default. */
export async function findMailChoice(db: Db, operatorId: string): Promise<readonly EventKind[]> {
  const row = await db
    .selectFrom('mail_choice')
    .select('events')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row ? JSON.parse(row.events) : []
}

/** Stores which events an operator gets by email. @param browser used while the operator chose no language */
export async function saveMailChoice(
  trx: DbTransaction,
  operatorId: string,
  events: readonly EventKind[],
  { language, timeZone: time_zone }: BrowserLocale,
): Promise<void> {
  const choice = { events: JSON.stringify(events), language, time_zone }
  await trx
    .insertInto('mail_choice')
    .values({ operator_id: operatorId, ...choice })
    .onConflict(conflict => conflict.column('operator_id').doUpdateSet(choice))
    .execute()
}

/** Operators with a choice who may still sign in. @param operatorId only this one */
export async function listMailRecipients(db: Db, operatorId?: string): Promise<MailRecipient[]> {
  const rows = await db
    .selectFrom('mail_choice')
    .innerJoin('operator', 'operator.id', 'mail_choice.operator_id')
    .select([
      'operator.id',
      'operator.email',
      'operator.language as chosenLanguage',
      'operator.time_zone as chosenZone',
      'mail_choice.events',
      'mail_choice.language',
      'mail_choice.time_zone as zone',
    ])
    .where('operator.disabled_at', 'is', null)
    .$if(operatorId !== undefined, query => query.where('operator.id', '=', operatorId ?? ''))
    .orderBy('operator.id')
    .execute()
  return rows.map(({ id, email, events, ...locale }) => ({
    id,
    email,
    events: JSON.parse(events),
    language: locale.chosenLanguage ?? locale.language,
    timeZone: locale.chosenZone ?? locale.zone,
  }))
}
