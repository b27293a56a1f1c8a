/**
 * A mail that tries every way to make whoever looks at it ask `origin` for something. Each way has a path of its own.
 */
export function triesEverything(origin: string): string {
  const host = new URL(origin).host;
  return `<!doctype html><html manifest="${origin}/manifest"><head>
<link rel="preconnect" href="${origin}/preconnect"><link rel="dns-prefetch" href="//${host}/dns">
<link rel="stylesheet" href="${origin}/sheet"><link rel="prefetch" href="${origin}/prefetch">
<link rel="preload" as="image" href="${origin}/preload"><link rel="modulepreload" href="${origin}/module">
<link rel="icon" href="${origin}/icon"><link rel="prerender" href="${origin}/prerender">
<meta http-equiv="refresh" content="0;url=${origin}/refresh"><meta http-equiv="link" content="<${origin}/l>;rel=preconnect">
<base href="${origin}/base/"><script src="${origin}/script"></script><script type="speculationrules">{"prefetch":[{"urls":["${origin}/s"]}]}</script>
<style>@import "${origin}/import"; @import url(${origin}/import2); @font-face{font-family:f;src:url(${origin}/font)}
p{font-family:f;background:url(${origin}/css)} h1{background:\\75rl(${origin}/escaped)} h2{background:image-set("${origin}/set" 1x)}
li{list-style:url(${origin}/list)} h3::before{content:url(${origin}/content)} div{cursor:url(${origin}/cursor),auto}</style></head>
<body background="${origin}/background" onload="fetch('${origin}/onload')">
<p id="end">The end.</p><h1>h1</h1><h2>h2</h2><h3>h3</h3><li>li</li>
<img src="${origin}/img"><img srcset="${origin}/srcset 1x, ${origin}/srcset2 2x"><img src="relative"><img src="//${host}/scheme" lowsrc="${origin}/low" dynsrc="${origin}/dyn">
<picture><source srcset="${origin}/picture"><img></picture><input type="image" src="${origin}/input">
<p style="background:url(${origin}/inline);border-image:url('${origin}/border')">styled</p>
<iframe src="${origin}/iframe"></iframe><iframe srcdoc="<img src='${origin}/srcdoc'><link rel=preconnect href='${origin}/srcdoc2'>"></iframe>
<object data="${origin}/object"><embed src="${origin}/embed"></object><embed src="${origin}/embed2"><applet code="${origin}/applet"></applet>
<svg xmlns="http://www.w3.org/2000/svg"><image href="${origin}/svg-image"/><use href="${origin}/svg-use#a"/><feImage href="${origin}/fe"/>
<style>@import "${origin}/svg-import";</style><foreignObject><link rel="preconnect" href="${origin}/foreign"><img src="${origin}/foreign2"></foreignObject></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${origin}/mutated&gt;"><link rel="preconnect" href="${origin}/math">
</style></mglyph></table></mtext></math>
<video src="${origin}/video" poster="${origin}/poster" autoplay><source src="${origin}/source"><track src="${origin}/track"></video><audio src="${origin}/audio" autoplay></audio>
<div><template shadowrootmode="open"><link rel="preconnect" href="${origin}/shadow"><link rel="stylesheet" href="${origin}/shadow2"><img src="${origin}/shadow3"><style>@import "${origin}/shadow4";</style></template></div>
<template><img src="${origin}/template"><link rel="preconnect" href="${origin}/template2"></template>
<noscript><img src="${origin}/noscript"><link rel="preconnect" href="${origin}/noscript2"></noscript>
<form id="form" action="${origin}/form" method="post"><button autofocus onfocus="this.form.submit()" formaction="${origin}/formaction">Send</button></form>
<script>document.getElementById('form').submit();fetch('${origin}/fetch')</script>
<a id="follow" href="${origin}/followed" ping="${origin}/ping">Follow me</a><a href="relative" attributionsrc="${origin}/attribution">Relative</a>
<select><button><selectedcontent></selectedcontent></button><option><img src="${origin}/option"><link rel="preconnect" href="${origin}/option2"></option></select>
<table background="${origin}/table"><tr background="${origin}/tr"><td background="${origin}/td">cell</td></tr></table>
<img src=x onerror="new Image().src='${origin}/onerror'"><bgsound src="${origin}/bgsound"><portal src="${origin}/portal"></portal>
<plaintext><link rel="preconnect" href="${origin}/plaintext"></body></html>`;
}
