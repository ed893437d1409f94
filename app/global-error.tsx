'use client'
import './globals.css'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/buttons/button'
import { type Language, negotiateLanguage } from '@/lib/words/locale/languages'
import { readLanguageCookie } from './browser-locale'

/**
 * The texts of `desk.broken` in lib/words, repeated here because the frame that sends messages to a page has failed.
 */
const texts: Readonly<Record<Language, { title: string; body: string; again: string }>> = {
  en: {
    title: 'Something went wrong',
    body: 'Everything shown as saved is safe. Reload the page. If this happens again, contact your administrator.',
    again: 'Reload',
  },
  ko: {
    title: '문제가 발생했습니다',
    body: '‘저장됨’으로 표시된 내용은 안전하게 보관되어 있습니다. 페이지를 새로고침하세요. 문제가 계속되면 관리자에게 문의하세요.',
    again: '새로고침',
  },
  ja: {
    title: '問題が発生しました',
    body: '「保存済み」と表示された内容は失われていません。ページを再読み込みしてください。問題が続く場合は管理者にお問い合わせください。',
    again: '再読み込み',
  },
}

const subscribe = () => () => {}
const chosenLanguage = () => negotiateLanguage(readLanguageCookie() ?? navigator.languages.join(','))

/** Replaces the whole document when its root layout fails. */
export default function GlobalError({ error }: { error: unknown }) {
  const language = useSyncExternalStore(subscribe, chosenLanguage, (): Language => 'en')
  useEffect(() => console.error(error), [error])
  const { title, body, again } = texts[language]
  return (
    <html lang={language}>
      <body>
        <title>{title}</title>
        <main role="alert" className="m-auto w-96 max-w-full p-4 pt-[16vh]">
          <h1 className="font-semibold text-base">{title}</h1>
          <p className="pt-1 pb-4 text-ink-2">{body}</p>
          <Button variant="primary" onClick={() => location.reload()}>
            {again}
          </Button>
        </main>
      </body>
    </html>
  )
}
