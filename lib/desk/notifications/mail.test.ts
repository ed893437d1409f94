import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/store/db/database'
import { listDeliveries } from '@/lib/store/notifications/deliveries'
import { type NotificationEvent, recordEvent } from '@/lib/store/notifications/events'
import { saveMailChoice } from '@/lib/store/notifications/mail-choices'
import type { EventKind } from '@/lib/store/notifications/tables'
import { createWebhook } from '@/lib/store/notifications/webhooks'
import { setOperatorLocale } from '@/lib/store/people/operator-locale'
import { addOperator } from '@/lib/store/people/operators'
import { NOON, testWorker } from '@/testing/notifications/harness'
import { WebhookReceiver } from '@/testing/notifications/receiver'
import { type ReceivedMail, SmtpServer } from '@/testing/notifications/smtp-server'
import { describeDatabases } from '@/testing/store/databases'
import { composeMail, mailSender } from './mail'

const expiring = {
  kind: 'credentials.expiring',
  about: JSON.stringify({
    connectionId: 'c',
    connection: 'Seoul',
    credential: 'accessToken',
    expiresAt: '2026-12-01T00:00:00.000Z',
  }),
  at: new Date(NOON).toISOString(),
} as const

/** The value of a header, decoded; undefined if the message has none. */
function header({ source }: ReceivedMail, name: string): string | undefined {
  const [head = ''] = source.split('\r\n\r\n')
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const line = unfolded.split('\r\n').find(each => each.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line
    ?.slice(name.length + 1)
    .trim()
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_, form: string, text: string) => decoded(form, text))
}

const decoded = (form: string, text: string) =>
  form.toUpperCase() === 'B'
    ? Buffer.from(text, 'base64').toString('utf8')
    : Buffer.from(
        text
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8')

describeDatabases('emails', openTestDatabase => {
  let smtp: SmtpServer
  let url: string
  let database: Database
  beforeEach(async () => {
    smtp = new SmtpServer()
    url = await smtp.listen()
    database = await openTestDatabase()
  })
  afterEach(() => smtp.close())

  const person = async (email: string, events: readonly EventKind[], language = 'en') => {
    const operator = await addOperator(database.kysely, {
      email,
      name: email,
      passwordHash: 'x',
      role: 'editor',
    })
    await database.write(trx =>
      saveMailChoice(trx, operator.id, events, { language, timeZone: 'Asia/Seoul' }),
    )
    return operator.id
  }
  const happen = (subject: string) => database.write(trx => recordEvent(trx, { ...expiring, subject }))
  const worker = (clock = { now: NOON }) =>
    testWorker(database, { sendMail: mailSender({ url, from: 'Lading <lading@shop.example>' }) }, clock)
  const log = async () =>
    (await listDeliveries(database.kysely, 9)).map(({ state, attempts, problem }) => ({
      state,
      attempts,
      problem,
    }))

  test('go to each person who chose the event, in the language chosen under Your account, else that of the browser', async () => {
    await person('en@shop.example', ['credentials.expiring'])
    await person('ko@shop.example', ['credentials.expiring'], 'ko')
    const id = await person('ja@shop.example', ['credentials.expiring'], 'en')
    await setOperatorLocale(database.kysely, id, { language: 'ja', timeZone: null })
    await person('none@shop.example', [])
    await happen('one')
    await worker().worker.idle()
    const subjects = new Map(smtp.received.map(mail => [mail.to.join(), header(mail, 'subject')]))
    expect(Object.fromEntries(subjects)).toEqual({
      'en@shop.example': 'Seoul: access token expires',
      'ko@shop.example': 'Seoul: 액세스 토큰 만료 예정',
      'ja@shop.example': 'Seoul：アクセストークンの有効期限',
    })
    expect(smtp.received.every(({ from }) => from === 'lading@shop.example')).toBe(true)
    expect(smtp.received.map(mail => header(mail, 'auto-submitted'))).toEqual(Array(3).fill('auto-generated'))
  })

  test('have a plain text and a document, for mail programs of both kinds', async () => {
    await person('ko@shop.example', ['credentials.expiring'], 'ko')
    await happen('one')
    await worker().worker.idle()
    const [mail] = smtp.received
    expect(mail && header(mail, 'content-type')).toMatch(/^multipart\/alternative;/)
    const types = mail?.source.match(/^Content-Type: text\/\w+/gim)
    expect(types).toEqual(['Content-Type: text/plain', 'Content-Type: text/html'])
  })

  test('are not sent to a person who was removed', async () => {
    const id = await person('gone@shop.example', ['credentials.expiring'])
    await database.kysely
      .updateTable('operator')
      .set({ disabled_at: expiring.at })
      .where('id', '=', id)
      .execute()
    await happen('one')
    await worker().worker.idle()
    expect(smtp.connections).toBe(0)
  })

  test.each(['drop', 'busy'] as const)('are tried again after %s', async mode => {
    await person('mina@shop.example', ['credentials.expiring'])
    smtp.modes.push(mode)
    await happen('one')
    const { worker: sender, clock } = worker()
    await sender.idle()
    expect(await log()).toEqual([{ state: 'waiting', attempts: 1, problem: 'mail' }])
    clock.now += 10_000
    await sender.idle()
    expect(await log()).toEqual([{ state: 'delivered', attempts: 2, problem: null }])
    expect(smtp.received).toHaveLength(1)
  })

  test('whose acceptance is lost are sent again with the same Message-ID', async () => {
    await person('mina@shop.example', ['credentials.expiring'])
    smtp.modes.push('drop_after_data')
    await happen('one')
    const { worker: sender, clock } = worker()
    await sender.idle()
    clock.now += 10_000
    await sender.idle()
    expect(smtp.received).toHaveLength(2)
    const ids = smtp.received.map(mail => header(mail, 'message-id'))
    expect(ids[0]).toMatch(/^<[\w-]+@shop\.example>$/)
    expect(new Set(ids).size).toBe(1)
  })

  test('hold no webhook up while the SMTP server does not respond', async () => {
    const receiver = new WebhookReceiver()
    const origin = await receiver.listen()
    const webhook = { url: `${origin}/hook`, events: ['credentials.expiring'], isEnabled: true } as const
    await database.write(trx => createWebhook(trx, webhook, 'mina', new Date(NOON).toISOString()))
    for (let at = 0; at < 10; at++) await person(`${at}@shop.example`, ['credentials.expiring'])
    smtp.modes.push(...Array<'silent'>(10).fill('silent'))
    await happen('one')
    await happen('two')
    const { worker: sender } = testWorker(database, {
      sendMail: mailSender({ url, from: 'Lading <lading@shop.example>' }),
      allow: [origin],
    })
    void sender.wake()
    await expect.poll(() => receiver.received).toHaveLength(2)
    await expect.poll(() => smtp.connections).toBe(4)
    await smtp.close()
    await sender.close()
    await receiver.close()
  })

  test('leave no connection open to an SMTP server that sends a byte now and then', async () => {
    smtp.modes.push('drips')
    const send = mailSender({ url, from: 'Lading <lading@shop.example>' }, 300)
    const mail = { id: 'one', to: 'mina@shop.example', subject: 'one', text: 'one', html: '<p>one</p>' }
    expect(await send(mail)).toEqual({
      problem: 'mail',
      excerpt: 'no end of the SMTP dialog',
      isFinal: false,
    })
    await expect.poll(() => smtp.open).toBe(0)
  })

  test('to an address that the server refuses are given up at once', async () => {
    await person('mina@shop.example', ['credentials.expiring'])
    smtp.modes.push('refuse_recipient')
    await happen('one')
    await worker().worker.idle()
    expect(await log()).toEqual([{ state: 'failed', attempts: 1, problem: 'rejected' }])
  })

  test('are not stored by a server without SMTP', async () => {
    await person('mina@shop.example', ['credentials.expiring'])
    await happen('one')
    await testWorker(database).worker.idle()
    expect(await log()).toEqual([])
  })
})

describe('the text of an email', () => {
  const locale = { language: 'en', timeZone: 'Asia/Seoul' }
  const run = (kind: EventKind, data: object, problem?: object): NotificationEvent => ({
    id: 'evt_1',
    kind,
    subject: 'r',
    about: JSON.stringify({ runId: 'r', problem }),
    at: expiring.at,
    planned_at: null,
    body: JSON.stringify({
      type: kind,
      data: {
        runKind: 'register',
        draftName: 'Monday',
        sheet: 'orders/japan',
        connection: 'Seoul',
        counts: { total: 3, passed: 0, failed: 0, registered: 2, rejected: 1, unconfirmed: 1, left: 4 },
        url: 'https://desk.example/history/runs/r',
        ...data,
      },
    }),
  })

  test('says what a run did, where, and links to it', () => {
    expect(composeMail(run('run.finished', {}), locale)).toMatchObject({
      subject: 'Monday: registration finished',
      text: [
        '2 registered, 1 rejected.',
        '',
        'Connection: Seoul',
        '',
        'https://desk.example/history/runs/r',
        '',
        '-- ',
        'You get this email because of your notification settings in Lading (Settings › Your account).',
      ].join('\n'),
    })
  })

  test('is a document in the language of the reader too, in which no name can add a link', () => {
    const { html } = composeMail(run('orders.unconfirmed', { connection: '<a href="x">"&' }), {
      ...locale,
      language: 'ko',
    })
    expect(html).toContain('<html lang="ko">')
    expect(html).toContain('<a href="https://desk.example/history/runs/r">Lading에서 보기</a>')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('&lt;a href=&quot;x&quot;&gt;&quot;&amp;')
  })

  test('says why a run stopped, in the language of the reader', () => {
    const { text } = composeMail(run('run.stopped', {}, { code: 'timed_out' }), { ...locale, language: 'ja' })
    expect(text.split('\n')[0]).toMatch(/^残りの注文は4件です。[^A-Za-z]*API/)
  })

  test('gives the name of a draft no line of its own, so that it cannot add a header', () => {
    const { subject } = composeMail(
      run('run.finished', { draftName: 'x\r\nBcc: evil@evil.example\u2028y\0' }),
      locale,
    )
    expect(subject).toBe('x Bcc: evil@evil.example y: registration finished')
  })

  test('gives the name of a connection no line of its own either', () => {
    const data = { connection: 'x\r\nBcc: evil@evil.example', expiresAt: expiring.at, url: '' }
    const body = JSON.stringify({ type: 'credentials.expiring', data })
    const { subject } = composeMail({ ...run('run.finished', {}), body }, locale)
    expect(subject).toBe('x Bcc: evil@evil.example: access token expires')
  })
})
