import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'

// `scripts/guide/build.ts` writes the Markdown and the sidebars there first.
const STAGED = join(import.meta.dirname, '..', '..', '..', '.cache', 'guide')
const sidebars = JSON.parse(readFileSync(join(STAGED, 'sidebars.json'), 'utf8')) as Record<
  string,
  DefaultTheme.SidebarItem[]
>
const BASE = '/guide/'

/** Anchors as GitHub makes them, so that a link works in the repository and on the site. */
const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')

/** The server's policy allows no scripts inside a page, so VitePress's become files. */
const inlineScripts = new Map<string, string>()
const withScriptFiles = (html: string): string =>
  html.replace(/<script id="[\w-]+">([\s\S]*?)<\/script>/g, (_, code: string) => {
    const file = `assets/page.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    inlineScripts.set(file, code)
    return `<script src="${BASE}${file}"></script>`
  })

const zh: DefaultTheme.Config = {
  nav: [
    { text: '用户指南', link: '/', activeMatch: '^/(?!en/|screens/|faults/)' },
    { text: '屏幕说明', link: '/screens/' },
    { text: '错误提示', link: '/faults/' },
    { text: '开发者（英文）', link: '/en/developers/' },
  ],
  outline: { label: '本页内容', level: [2, 3] },
  docFooter: { prev: '上一章', next: '下一章' },
  sidebarMenuLabel: '目录',
  returnToTopLabel: '回到顶部',
  darkModeSwitchLabel: '外观',
  lightModeSwitchTitle: '切换到浅色',
  darkModeSwitchTitle: '切换到深色',
  langMenuLabel: '切换语言',
  skipToContentLabel: '跳到正文',
  notFound: {
    title: '没有这一页',
    quote: '地址可能写错了，或者这一页已经改名。可以按 Ctrl K 搜索，或者从首页找。',
    linkLabel: '回到首页',
    linkText: '回到首页',
  },
}

const en: DefaultTheme.Config = {
  nav: [
    { text: 'User guide', link: '/en/', activeMatch: '^/en/(?!screens/|faults/|developers/)' },
    { text: 'Screens', link: '/en/screens/' },
    { text: 'Faults', link: '/en/faults/' },
    { text: 'Developers', link: '/en/developers/' },
  ],
  outline: { label: 'On this page', level: [2, 3] },
  notFound: {
    title: 'No such page',
    quote: 'The address may be wrong, or the page has another name now. Press Ctrl K to search, or begin at the start.',
    linkLabel: 'To the start',
    linkText: 'To the start',
  },
}

const search: DefaultTheme.LocalSearchOptions = {
  locales: {
    root: {
      translations: {
        button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
        modal: {
          displayDetails: '显示正文',
          resetButtonTitle: '清除',
          backButtonTitle: '关闭',
          noResultsText: '没有找到',
          footer: {
            selectText: '打开',
            selectKeyAriaLabel: '回车',
            navigateText: '上下选择',
            navigateUpKeyAriaLabel: '向上键',
            navigateDownKeyAriaLabel: '向下键',
            closeText: '关闭',
            closeKeyAriaLabel: 'Esc',
          },
        },
      },
    },
  },
  miniSearch: {
    options: {
      // Words, and of Chinese each pair of neighbouring characters. The function is sent to the browser as it is written here.
      tokenize: (text: string) =>
        (text.match(/\p{Script=Han}+|[\p{L}\p{N}_]+(?:[.'-][\p{L}\p{N}_]+)*/gu) ?? []).flatMap((part) => {
          if (!/^\p{Script=Han}/u.test(part) || part.length === 1) return [part]
          return Array.from({ length: part.length - 1 }, (_, at) => part.slice(at, at + 2))
        }),
    },
    searchOptions: {
      prefix: true,
      fuzzy: (term: string) => (/^[a-z]{5,}$/i.test(term) ? 0.2 : false),
      boost: { title: 6, titles: 2, text: 1 },
    },
  },
}

export default defineConfig({
  srcDir: '../../.cache/guide',
  outDir: '../../dist/guide',
  cacheDir: '../../.cache/vitepress',
  base: BASE,
  cleanUrls: true,
  lastUpdated: false,
  title: 'Pitlane',
  head: [['link', { rel: 'icon', href: `${BASE}icon.svg` }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light', dark: 'github-dark' },
    config(md) {
      // Pages are templates for Vue, which would calculate what stands between two braces.
      for (const kind of ['text', 'code_inline']) {
        const shown = md.renderer.rules[kind]
        md.renderer.rules[kind] = (...given) => (shown?.(...given) ?? '').replaceAll('{{', '&#123;&#123;')
      }
    },
  },
  locales: {
    root: {
      label: '简体中文',
      lang: 'zh-CN',
      title: 'Pitlane 指南',
      description: '卡丁车场馆软件 Pitlane 的用户指南',
      themeConfig: zh,
    },
    en: {
      label: 'English',
      lang: 'en',
      title: 'Pitlane guide',
      description: 'The guide to Pitlane, software for ride-on vehicle venues',
      themeConfig: en,
    },
  },
  themeConfig: {
    sidebar: sidebars,
    search: { provider: 'local', options: search },
    // The developers' chapters are in English only.
    i18nRouting: (_data, route, target) => {
      const path = route.data.relativePath
        .replace(/^en\//, '')
        .replace(/(^|\/)index\.md$/, '$1')
        .replace(/\.md$/, '')
      return `${target === 'root' ? '/' : '/en/'}${/^developers\//.test(path) ? '' : path}`
    },
  },
  transformHtml: (code) => withScriptFiles(code),
  buildEnd({ outDir }) {
    mkdirSync(join(outDir, 'assets'), { recursive: true })
    for (const [file, code] of inlineScripts) writeFileSync(join(outDir, file), code)
  },
})
