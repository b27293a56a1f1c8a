// Written by scripts/update-client-support.js from the data of https://www.caniemail.com, 2026-06-29, commit
// 6b086a3483a92078ba5226626e13db6f0a95a113 of https://github.com/hteumeuleu/caniemail.
// MIT License, Copyright (c) 2019 Rémi Parmentier.

/** The day of the data. */
export const clientSupportDate = '2026-06-29';

/**
 * A line for each feature that is not supported everywhere: what a reader finds it by, its page at caniemail.com, its
 * name, and for each of the clients whether it is supported: `y`, `n`, `a` for partly, `u` for unknown.
 */
export const clientSupportLines = String.raw`
property:accent-color|css-accent-color|accent-color|nynnnnny
property:align-items|css-align-items|align-items|nynyayny
property:animation|css-animation|animation|nynnnnny
property:aspect-ratio|css-aspect-ratio|aspect-ratio|nynnnnnn
at-rule:font-face|css-at-font-face|@font-face|nyannnny
at-rule:import|css-at-import|@import|nyynannn
at-rule:keyframes|css-at-keyframes|@keyframes|nynnnnay
media:-webkit-device-pixel-ratio,media:-webkit-min-device-pixel-ratio,media:-webkit-max-device-pixel-ratio|css-at-media-device-pixel-ratio|@media (-webkit-device-pixel-ratio)|nynyayny
media:hover,media:any-hover|css-at-media-hover|@media (hover), @media (any-hover)|nynyayny
media:orientation|css-at-media-orientation|@media (orientation)|aanyayny
media:prefers-color-scheme|css-at-media-prefers-color-scheme|@media (prefers-color-scheme)|nynyayny
media:prefers-reduced-motion|css-at-media-prefers-reduced-motion|@media (prefers-reduced-motion)|nynyayny
at-rule:media|css-at-media|@media|aynaaaaa
at-rule:supports|css-at-supports|@supports|nynnnnyy
property:backdrop-filter|css-backdrop-filter|backdrop-filter|nynynnny
property:background-blend-mode|css-background-blend-mode|background-blend-mode|aynyayny
property:background-clip|css-background-clip|background-clip|aynyayny
property:background-image|css-background-image|background-image|yynyayay
property:background-origin|css-background-origin|background-origin|aynyayny
property:background-position|css-background-position|background-position|yynyayyy
property:background-repeat|css-background-repeat|background-repeat|yynyayyy
property:background-size|css-background-size|background-size|aynyayyy
property:background|css-background|background|yyayayay
property:block-size,property:inline-size|css-block-inline-size|block-size & inline-size|nynnnnny
property:border-image|css-border-image|border-image|nynnnnny
property:border-inline-color,property:border-block-color,property:border-inline-style,property:border-block-style,property:border-inline-width,property:border-block-width,property:border-inline-start,property:border-inline-end,property:border-block-start,property:border-block-end|css-border-inline-block-individual|border-inline & border-block individual logical properties|nynnnnna
property:border-inline-start-color,property:border-block-start-color,property:border-inline-start-style,property:border-block-start-style,property:border-inline-start-width,property:border-block-start-width,property:border-inline-end-color,property:border-block-end-color,property:border-inline-end-style,property:border-block-end-style,property:border-inline-end-width,property:border-block-end-width|css-border-inline-block-longhand|border-inline & border-block longhand properties|nynnnnny
property:border-inline,property:border-block|css-border-inline-block|border-inline & border-block|nynnnnnn
property:border-start-start-radius,property:border-start-end-radius,property:border-end-start-radius,property:border-end-end-radius|css-border-radius-logical|border-radius logical properties|nynnnnnn
property:border-radius|css-border-radius|border-radius|yynyayay
property:border-spacing|css-border-spacing|border-spacing|yynnayyy
property:border|css-border|border|yyayayyy
property:box-shadow|css-box-shadow|box-shadow|aynyayny
property:box-sizing|css-box-sizing|box-sizing|aynyayny
property:caption-side|css-caption-side|caption-side|yynyayyy
property:clear|css-clear|clear|aynuaaay
property:clip-path|css-clip-path|clip-path|nynnnnny
property:color-scheme|css-color-scheme|color-scheme CSS property|nynnnnny
property:column-count|css-column-count|column-count|aynyayny
property:columns,property:column-fill,property:column-gap,property:column-rule,property:column-rule-color,property:column-rule-style,property:column-rule-width,property:column-span,property:column-width|css-column-layout-properties|css column properties|yynyayny
function:conic-gradient|css-conic-gradient|conic-gradient()|nynnnnna
property:cursor|css-cursor|cursor|naunnnau
property:direction|css-direction|direction|ayyyyyyy
value:display:flex,value:display:inline-flex|css-display-flex|display:flex|aynyayyy
value:display:grid,value:display:inline-grid|css-display-grid|display:grid|aynyayyy
value:display:none|css-display-none|display:none|ayayayyy
property:display|css-display|display|ayayayay
property:empty-cells|css-empty-cells|empty-cells|yynyayay
property:filter|css-filter|filter|nynnnnny
property:flex-direction|css-flex-direction|flex-direction:column|nynyaany
property:flex-wrap|css-flex-wrap|flex-wrap: wrap|nynyayny
property:float|css-float|float|aynyayay
property:font-kerning|css-font-kerning|font-kerning|yynyyyny
property:font-size-adjust|css-font-size-adjust|font-size-adjust|aynyayau
property:font-size|css-font-size|font-size|yyayayaa
property:font-stretch|css-font-stretch|font-stretch|aynyyann
property:font-weight|css-font-weight|font-weight|yyayayay
function:clamp|css-function-clamp|clamp()|aynnnnna
function:light-dark|css-function-light-dark|light-dark()|nynnnnna
function:max|css-function-max|max()|aynnnnna
function:min|css-function-min|min()|aynnnnna
property:gap,property:row-gap|css-gap|gap, column-gap, row-gap|aynaaany
property:grid-template,property:grid-template-areas,property:grid-template-columns,property:grid-template-rows|css-grid-template|grid-template-* properties|nynnnnny
property:height|css-height|height property|yyayyyny
property:hyphenate-character|css-hyphenate-character|hyphenate-character|nynnnnny
property:hyphenate-limit-chars|css-hyphenate-limit-chars|hyphenate-limit-chars|nnnnnnnn
property:hyphens|css-hyphens|hyphens|nynnnnny
css:important|css-important|!important keyword|ayayayay
attribute:inert|css-inert-attribute|inert|nynnnnny
property:inset|css-inset|inset|nynnnnnn
keyword:fit-content,keyword:min-content,keyword:max-content|css-intrinsic-size|fit-content, min-content, max-content|aynyaann
property:justify-content|css-justify-content|justify-content|nynyayny
property:left,property:right,property:top,property:bottom|css-left-right-top-bottom|left, right, top, bottom|nynyayna
property:letter-spacing|css-letter-spacing|letter-spacing|yyayayyy
property:line-height|css-line-height|line-height|yyayayyy
function:linear-gradient|css-linear-gradient|linear-gradient()|aynnnnna
property:list-style-image|css-list-style-image|list-style-image|nynnnnny
property:list-style-position|css-list-style-position|list-style-position|yynyayyy
property:list-style|css-list-style|list-style|ayaaayay
property:margin-block-start,property:margin-block-end|css-margin-block-start-end|margin-block-start & margin-block-end|nynnnnny
property:margin-inline,property:margin-block|css-margin-inline-block|margin-inline & margin-block|nynnnnnn
property:margin-inline-start,property:margin-inline-end|css-margin-inline-start-end|margin-inline-start & margin-inline-end|nynnnnny
property:margin|css-margin|margin|ayaaaaay
property:mask-image|css-mask-image|mask-image|nynynnny
property:max-block-size|css-max-block-size|max-block-size|nynnnany
property:max-height|css-max-height|max-height property|yynyayyy
property:max-inline-size|css-max-inline-size|max-inline-size|nynnnnny
property:max-width|css-max-width|max-width|yyayayyy
property:min-block-size|css-min-block-size|min-block-size|nynnnnny
property:min-height|css-min-height|min-height property|yynyayyy
property:min-inline-size|css-min-inline-size|min-inline-size|nynnnany
property:min-width|css-min-width|min-width property|yynyayyy
property:mix-blend-mode|css-mix-blend-mode|mix-blend-mode|aynyayny
function:lch,function:oklch,function:lab,function:oklab|css-modern-color|lch(), oklch(), lab(), oklab()|nynnnnnn
css:nesting|css-nesting|CSS Nesting|nannnnna
property:object-fit|css-object-fit|object-fit|aynyayny
property:object-position|css-object-position|object-position|aynyayny
property:opacity|css-opacity|opacity|aynyayyy
property:orphans|css-orphans|orphans|nynyayny
property:outline-offset|css-outline-offset|outline-offset|nynnnnny
property:outline|css-outline|outline|yynyayyy
property:overflow-wrap|css-overflow-wrap|overflow-wrap|nannnnny
property:overflow|css-overflow|overflow|aanaaaaa
property:padding-block-start,property:padding-block-end|css-padding-block-start-end|padding-block-start & padding-block-end|nynnnnny
property:padding-inline,property:padding-block|css-padding-inline-block|padding-inline & padding-block|nynnnnnn
property:padding-inline-start,property:padding-inline-end|css-padding-inline-start-end|padding-inline-start & padding-inline-end|nynnnnny
property:padding|css-padding|padding|yyayayyy
property:position|css-position|position|nanaaaaa
pseudo-class:active|css-pseudo-class-active|:active|nanaaayn
pseudo-class:checked|css-pseudo-class-checked|:checked|nynaaayy
pseudo-class:default|css-pseudo-class-default|:default|nynyayyu
pseudo-class:first-child|css-pseudo-class-first-child|:first-child|nynaayyy
pseudo-class:first-of-type|css-pseudo-class-first-of-type|:first-of-type|nynaayyy
pseudo-class:focus-visible|css-pseudo-class-focus-visible|:focus-visible|nynaaayy
pseudo-class:focus-within|css-pseudo-class-focus-within|:focus-within|nynanayy
pseudo-class:focus|css-pseudo-class-focus|:focus|nanaaayy
pseudo-class:has|css-pseudo-class-has|:has()|nynnnnny
pseudo-class:hover|css-pseudo-class-hover|:hover|aynaaayy
pseudo-class:lang|css-pseudo-class-lang|lang()|nynnnyny
pseudo-class:last-child|css-pseudo-class-last-child|:last-child|nynaayyy
pseudo-class:last-of-type|css-pseudo-class-last-of-type|:last-of-type|nynaayyy
pseudo-class:link|css-pseudo-class-link|:link|nyyaayyy
pseudo-class:not|css-pseudo-class-not|:not|nynnnnny
pseudo-class:nth-child|css-pseudo-class-nth-child|:nth-child|nynnnnny
pseudo-class:nth-last-child|css-pseudo-class-nth-last-child|:nth-last-child|nynnnnny
pseudo-class:nth-last-of-type|css-pseudo-class-nth-last-of-type|:nth-last-of-type|nynnnnny
pseudo-class:nth-of-type|css-pseudo-class-nth-of-type|:nth-of-type|nynnnnny
pseudo-class:only-child|css-pseudo-class-only-child|:only-child|nynaayyy
pseudo-class:only-of-type|css-pseudo-class-only-of-type|:only-of-type|nynaayyy
pseudo-class:target|css-pseudo-class-target|:target|nnnaayyy
pseudo-class:visited|css-pseudo-class-visited|:visited|nnnaayyn
pseudo-element:after|css-pseudo-element-after|::after|nynaaany
pseudo-element:before|css-pseudo-element-before|::before|nynaaany
pseudo-element:first-letter|css-pseudo-element-first-letter|::first-letter|nynaaayy
pseudo-element:first-line|css-pseudo-element-first-line|::first-line|nynaaayy
pseudo-element:marker|css-pseudo-element-marker|::marker|nynnnnyy
pseudo-element:placeholder|css-pseudo-element-placeholder|::placeholder|nynaaayy
function:radial-gradient|css-radial-gradient|radial-gradient()|aynnnnny
property:resize|css-resize|resize|nannnnny
function:rgb|css-rgb|rgb()|ayayayay
function:rgba|css-rgba|rgba()|aynyayay
property:scroll-snap-type,property:scroll-snap-align,property:scroll-snap-stop|css-scroll-snap|scroll-snap|nynnnnny
selector:+|css-selector-adjacent-sibling|Adjacent sibling combinator|aynyayyy
selector:attribute|css-selector-attribute|Attribute selector|aynaaaay
selector:>|css-selector-child|Child combinator|aynyayyy
selector:class|css-selector-class|Class selector|ayyyyyyy
selector:~|css-selector-general-sibling|General sibling combinator|aynyayyy
selector:id|css-selector-id|ID selector|ayyyyyyy
selector:type|css-selector-type|Type selector|ayyyyyyy
selector:universal|css-selector-universal|Universal selector *|aynyayyy
property:shape-margin|css-shape-margin|shape-margin|nynynnny
property:shape-outside|css-shape-outside|shape-outside|nynynnny
keyword:system-ui,keyword:ui-serif,keyword:ui-sans-serif,keyword:ui-rounded,keyword:ui-monospace|css-sytem-ui|system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace|aynyaaaa
property:tab-size|css-tab-size|tab-size|nynyaany
property:table-layout|css-table-layout|table-layout|yynnayyy
property:text-align-last|css-text-align-last|text-align-last|yynnnnny
property:text-align|css-text-align|text-align|ayayaaaa
property:text-decoration-color|css-text-decoration-color|text-decoration-color|aynyayyy
property:text-decoration-line|css-text-decoration-line|text-decoration-line|yynyayyy
property:text-decoration-skip-ink|css-text-decoration-skip-ink|text-decoration-skip-ink|nynnnnny
property:text-decoration-style|css-text-decoration-style|text-decoration-style|yynyayyy
property:text-decoration-thickness|css-text-decoration-thickness|text-decoration-thickness|nynnnnny
property:text-decoration|css-text-decoration|text-decoration|ayayayyy
property:text-emphasis-position|css-text-emphasis-position|text-emphasis-position|nynynnnn
property:text-emphasis|css-text-emphasis|text-emphasis|aynyaann
property:text-indent|css-text-indent|text-indent|ayyyyyay
property:text-justify|css-text-justify|text-justify|anananan
property:text-orientation|css-text-orientation|text-orientation|yynyayny
property:text-overflow|css-text-overflow|text-overflow|aynyaynn
property:text-shadow|css-text-shadow|text-shadow|nynnnnyy
property:text-transform|css-text-transform|text-transform|yyayayyy
property:text-underline-offset|css-text-underline-offset|text-underline-offset|nynnnnny
property:text-underline-position|css-text-underline-position|text-underline-position|aannaany
property:text-wrap|css-text-wrap|text-wrap|nynnnnny
property:transform|css-transform|transform|nynnnnny
property:transition|css-transition|transition|nynnnnaa
function:calc|css-unit-calc|CSS calc() function|aynnnnny
unit:ch|css-unit-ch|ch unit|yynyayny
keyword:initial|css-unit-initial|initial unit|aynyayny
unit:rem|css-unit-rem|rem unit|yynyayny
unit:vh|css-unit-vh|vh unit|yanyayyy
unit:vmax|css-unit-vmax|vmax unit|yynyayny
unit:vmin|css-unit-vmin|vmin unit|yynyayny
unit:vw|css-unit-vw|vw unit|yynyayyy
property:user-select|css-user-select|user-select|nannnnny
function:var|css-variables|CSS Variables (Custom Properties)|nynnnnny
property:visibility|css-visibility|visibility|nynyayyy
property:white-space-collapse|css-white-space-collapse|white-space-collapse|nynnnnny
property:white-space|css-white-space|white-space|aynyayan
property:widows|css-widows|widows|nynyayny
property:width|css-width|width property|yyayyyyy
property:word-break|css-word-break|word-break|aayaaana
property:word-spacing|css-word-spacing|word-spacing|yynyayay
property:word-wrap|css-word-wrap|word-wrap|aynuaayu
property:writing-mode|css-writing-mode|writing-mode|aynyayny
property:z-index|css-z-index|z-index|nynyayyy
element:abbr|html-abbr|<abbr> element|yynyayny
element:acronym|html-acronym|<acronym> element|yynyayny
attribute:align|html-align|align attribute|yyyayyyy
link:anchor|html-anchor-links|Local anchors|ayyyyyan
attribute:aria-describedby|html-aria-describedby|aria-describedby attribute|nynyayny
attribute:aria-hidden|html-aria-hidden|aria-hidden attribute|yyyyayny
attribute:aria-label|html-aria-label|aria-label attribute|yyyyayny
attribute:aria-labelledby|html-aria-labelledby|aria-labelledby attribute|nynynyny
attribute:aria-live|html-aria-live|aria-live attribute|yyannnny
element:audio|html-audio|<audio> element|nynnnnny
attribute:background|html-background|background attribute|ayayayyy
element:base|html-base|<base>|ayyaaaay
element:bdi|html-bdi|<bdi> element|nynnnnny
element:dfn|html-dfn|<dfn> element|yyayayyy
element:dialog|html-dialog|<dialog> element|aynnnnny
attribute:dir|html-dir|dir attribute|ayayayyy
element:form|html-form|<form> element|aynaayay
attribute:height|html-height|height attribute|yyayyyyy
attribute:hidden|html-hidden|hidden attribute|nynnnnny
attribute:usemap|html-image-maps|Image maps|yyyyayay
attribute:lang|html-lang|lang attribute|yyyyyyay
element:link|html-link|<link> element|nyynannn
element:ul,element:ol,element:dl|html-lists|<ul>, <ol> and <dl>|ayaaaaay
attribute:loading|html-loading-attribute|loading attribute|nynnnnny
link:mailto|html-mailto-links|mailto: links|yyyyyyay
element:marquee|html-marquee|<marquee> element|nynaayay
meta:color-scheme|html-meta-color-scheme|color-scheme meta tag|nannnnnn
element:meter|html-meter|<meter> element|aynyayny
element:object|html-object|<object> element|nannnnna
element:picture|html-picture|<picture> element|nannnnny
attribute:popover|html-popover|popover attribute|nynnnnna
element:progress|html-progress|<progress> element|aynnnnny
attribute:required|html-required|required attribute|aynnnyny
attribute:role|html-role|role attribute|yyyyayay
element:rp|html-rp|<rp> element|aynyayyy
element:rt|html-rt|<rt> element|aynyayyy
element:ruby|html-ruby|<ruby> element|aynyayyy
element:select|html-select|<select> element|aanyayay
element:article,element:aside,element:details,element:figcaption,element:figure,element:footer,element:header,element:main,element:mark,element:nav,element:section,element:summary,element:time|html-semantics|HTML5 semantics|aynaaany
attribute:srcset,attribute:sizes|html-srcset|srcset and sizes attributes|nynnnnny
element:strike|html-strike|<strike> element|ayyyyyyy
element:style|html-style|<style> element|ayayayyy
element:svg|html-svg|Embedded <svg> image|nannnnny
element:textarea|html-textarea|<textarea> element|yynyaaan
element:video|html-video|<video> element|nanynnna
element:wbr|html-wbr|<wbr> element|aynyayyy
attribute:width|html-width|width attribute|yyayyyyy
image:apng|image-apng|Animated PNG image format|aynyaayy
image:avif|image-avif|AVIF image format|aynyayyy
image:data|image-base64|Base 64 image format|nyayayyy
image:bmp|image-bmp|BMP image format|ayyyyyyy
image:gif|image-gif|GIF image format|yyayyyyy
image:heif,image:heic|image-heif|HEIF image format|aynynaan
image:ico|image-ico|ICO image format|yynyyyyy
image:mp4|image-mp4|Video as Image Assets|nynnaaan
image:svg|image-svg|SVG image format|ayyyyyyy
image:tiff,image:tif|image-tiff|TIFF image format|aynyaaan
image:webp|image-webp|webP image format|aynyyyyy
`;
