import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { THEME_COOKIE, themeOf } from '@/app/theme'
import { TypedBeforeHydration } from '@/components/ui/fields/typed-before-hydration'
import { TooltipProvider } from '@/components/ui/overlay/tooltip'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { Words } from './words'

const t = getTranslations('desk')

export const generateMetadata = (): Metadata => ({
  title: { default: t('name'), template: `%s · ${t('name')}` },
  icons: {
    icon: [
      { url: '/icon.svg', type: 'image/svg+xml' },
      { url: '/favicon.ico', sizes: '16x16 32x32 48x48' },
    ],
    apple: '/apple-touch-icon.png',
  },
  manifest: '/manifest.webmanifest',
})

/** Set in the page itself: the page is dark before its styles are loaded. */
export async function generateViewport(): Promise<Viewport> {
  const theme = await chosenTheme()
  return { colorScheme: theme === 'system' ? 'light dark' : theme }
}

const chosenTheme = async () => themeOf((await cookies()).get(THEME_COOKIE)?.value)

export default async function Layout({ children }: { children: React.ReactNode }) {
  // No page is rendered in advance: every page depends on the operator and has its own nonce.
  await connection()
  return (
    <html lang={requestLocale().language} data-theme={await chosenTheme()}>
      <body>
        <Words areas={['desk.broken']}>
          <TooltipProvider>{children}</TooltipProvider>
        </Words>
        <TypedBeforeHydration />
      </body>
    </html>
  )
}
