import sanitize from 'sanitize-html'

const ALIGN = [/^(left|right|center|justify)$/]
const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i]
const SIZE = [/^\d{1,3}(\.\d+)?(px|em|rem|%)$/]

const options: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'div',
    'span',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'sub',
    'sup',
    'a',
    'img',
    'ul',
    'ol',
    'li',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedStyles: {
    '*': {
      'text-align': ALIGN,
      color: COLOR,
      'background-color': COLOR,
      'font-size': SIZE,
      'font-weight': [/^(bold|normal|[1-9]00)$/],
      'text-decoration': [/^(underline|line-through)$/],
      width: SIZE,
      height: SIZE,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
}

/** Sanitizes rich text: no scripts, no frames, no styles that cover the page. */
export const sanitizeHtml = (html: string): string => sanitize(html, options)
