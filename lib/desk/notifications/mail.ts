import 'server-only'
import { createTransport } from 'nodemailer'
import { storable } from '@/lib/client/call-failure'
import { problemSentence } from '@/lib/desk/runs/problem-sentence'
import type { EventBody } from '@/lib/desk-api/notifications/events'
import type { Smtp } from '@/lib/env'
import type { NotificationEvent } from '@/lib/store/notifications/events'
import type { MailRecipient } from '@/lib/store/notifications/mail-choices'
import { isLanguage, languages } from '@/lib/words/locale/languages'
import { isTimeZone, withLocale } from '@/lib/words/locale/request-locale'
import { isolated } from '@/lib/words/sentences/isolated'
import { joinSentences } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { problemOfEvent } from './compose'

const t = getTranslations('notificationMail')

/** A message in the language of its recipient. */
export interface MailText {
  /** One line. */
  readonly subject: string
  readonly text: string
  /** The same as a document of HTML. */
  readonly html: string
}

/** A message to one operator. */
export interface Mail extends MailText {
  /** The same for each attempt, so that mail programs recognise a repetition. */
  readonly id: string
  readonly to: string
}

/** The result of sending a message. */
export interface MailReply {
  /** null: the SMTP server accepted it. */
  readonly problem: 'rejected' | 'mail' | null
  /** What the SMTP server responded. */
  readonly excerpt: string
  readonly isFinal: boolean
}

/** Sends a message. Any failure is a value. */
export type SendMail = (mail: Mail) => Promise<MailReply>

/** Writes the message of a planned event for an operator. */
export function composeMail(
  event: NotificationEvent,
  { language, timeZone }: Pick<MailRecipient, 'language' | 'timeZone'>,
): MailText {
  const locale = {
    language: isLanguage(language) ? language : languages[0],
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  }
  const body: EventBody = JSON.parse(event.body ?? 'null')
  return withLocale(locale, () => {
    const { subject, paragraphs } = textOf(event, body)
    const link = { url: body.data.url, label: t('open') }
    const text = [...paragraphs.flatMap(one => [one, '']), link.url, '', '-- ', t('footer')].join('\n')
    const html = asHtml(locale.language, paragraphs, link, t('footer'))
    return { subject: oneLine(subject), text, html }
  })

  function textOf(from: NotificationEvent, { type, data }: EventBody) {
    if (type === 'test') return { subject: t('test.subject'), paragraphs: [t('test.text')] }
    if (type === 'credentials.expiring') {
      const about = { connection: isolated(data.connection), date: requestTime(data.expiresAt, 'minute') }
      return { subject: t('credentials.subject', about), paragraphs: [t('credentials.text', about)] }
    }
    const { counts, draftName, runKind: kind, connection, sheet } = data
    const record = sheet.startsWith('products') ? 'product' : 'order'
    const name = draftName === '' ? t('noName') : isolated(oneLine(draftName))
    const about = { name, kind, record, ...counts }
    const problem = problemOfEvent(from)
    const key = type === 'run.finished' ? 'finished' : type === 'run.stopped' ? 'stopped' : 'unconfirmed'
    const sentences = [
      t(`${key}.text`, about),
      ...(problem && type === 'run.stopped' ? [problemSentence(problem)] : []),
    ]
    return {
      subject: t(`${key}.subject`, about),
      paragraphs: [
        joinSentences(locale.language, sentences),
        ...(connection === null ? [] : [t('connection', { name: isolated(oneLine(connection)) })]),
      ],
    }
  }
}

/** The parts of a message as HTML that every mail program shows: no styles besides two, no image, nothing to load. */
function asHtml(
  language: string,
  paragraphs: readonly string[],
  link: { readonly url: string; readonly label: string },
  footer: string,
): string {
  const body = [
    ...paragraphs.map(one => `<p>${escaped(one)}</p>`),
    `<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`,
    `<p style="font-size:12px">${escaped(footer)}</p>`,
  ]
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="font-family:sans-serif">${body.join('\n')}</body></html>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')

/** A text without line breaks and other control characters, so that a draft's name cannot start a new mail header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const CONNECT_TIMEOUT_MS = 10_000
/**
 * A server may examine a message before it accepts it, which takes a minute or two. A message that does not wait for that
 * counts as failed and is sent again, so the person gets it several times.
 */
const SILENCE_TIMEOUT_MS = 180_000
/** How long sending a message takes at most, in milliseconds. */
export const MAIL_DEADLINE_MS = 240_000

/**
 * Sends with the SMTP server of the environment, one connection for each message.
 * @param deadlineMs after which a message counts as failed and its connection is closed, in milliseconds
 */
export function mailSender({ url, from }: Smtp, deadlineMs = MAIL_DEADLINE_MS): SendMail {
  const { hostname, password } = new URL(url)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // No password travels in plain text, unless to this machine.
    requireTLS: password !== '' && !isLocal,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain =
    from
      .split('@')
      .at(-1)
      ?.replace(/[^\w.-]/g, '') ?? 'lading'
  return async ({ id, to, subject, text, html }) => {
    // A server that sends a byte now and then never falls silent.
    const signal = AbortSignal.timeout(deadlineMs)
    try {
      const { response } = await transport.sendMail({
        from,
        // An object: a text would be parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      })
      return { problem: null, excerpt: shortened(response), isFinal: true }
    } catch (error) {
      const { response, message, responseCode = 0, command } = error as SmtpError
      // The address of the recipient is refused permanently; anything else may be repaired by the
      // operator of the server.
      const isFinal = command === 'RCPT TO' && responseCode >= 500
      const why = signal.aborted ? 'no end of the SMTP dialog' : message
      return { problem: isFinal ? 'rejected' : 'mail', excerpt: shortened(response ?? why), isFinal }
    }
  }
}

/** An error of nodemailer. */
interface SmtpError extends Error {
  readonly response?: string
  readonly responseCode?: number
  readonly command?: string
}

const shortened = (text: string): string => storable(text.slice(0, 300))
