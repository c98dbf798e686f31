// SPDX-License-Identifier: GPL-2.0
// Opens a page in headless Chromium, with no network, and does with it what a reader would; prints TAP.
// Speaks the DevTools protocol over a pipe: messages end in a zero byte.
//
// usage: node browse.js CHROMIUM PAGE PICTURE WORD...
//   PICTURE  PNG of the page
//   WORD     must stand in the page; the first is searched for and zoomed into
// exit: 0 all ok, 1 not
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [chromium, page, picture, ...words] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), "dma-bench-browser-"));
const browser = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
	"--window-size=1400,1000", "--user-data-dir=" + home], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const limit = setTimeout(() => fail("no end within 120 s"), 120000);
let last = 0, rest = "", results = 0, failed = 0;
const waiting = new Map(), complaints = [];

function end(status) {
	clearTimeout(limit);
	browser.once("exit", () => {
		fs.rmSync(home, { recursive: true, force: true });
		process.exit(status);
	});
	browser.kill("SIGKILL");
}

function fail(why) {
	console.log("Bail out! " + why);
	end(1);
}

browser.on("error", (error) => { console.log("Bail out! " + chromium + ": " + error.message); process.exit(1); });
browser.stdio[4].on("data", (data) => {
	rest += data;
	const messages = rest.split("\0");
	rest = messages.pop();
	for (const message of messages.map((text) => JSON.parse(text))) {
		if (message.id)
			waiting.get(message.id)(message);
		else if (message.method === "Runtime.exceptionThrown" || message.method === "Log.entryAdded")
			complaints.push(JSON.stringify(message.params));
		else if (message.method === "Runtime.consoleAPICalled" && message.params.type === "error")
			complaints.push(JSON.stringify(message.params.args));
		else if (message.method === "Page.loadEventFired")
			waiting.get("load")();
	}
});

let session;
function ask(method, params) {
	const id = ++last;
	browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
	return new Promise((resolve, reject) => waiting.set(id, (message) =>
		message.error ? reject(new Error(method + ": " + message.error.message)) : resolve(message.result)));
}

// A promise in the page is waited for.
async function evaluate(expression) {
	const answer = await ask("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
	if (answer.exceptionDetails)
		throw new Error(expression + ": " + JSON.stringify(answer.exceptionDetails));
	return answer.result.value;
}

function check(ok, name, seen) {
	results++;
	failed += !ok;
	console.log((ok ? "ok " : "not ok ") + results + " " + name);
	if (!ok)
		console.log("# saw: " + JSON.stringify(seen));
}

const widest = 'Math.max(...[...document.querySelectorAll(".d3-flame-graph g.frame")].filter(' +
	'(g) => g.querySelector("title").textContent.startsWith(WORD)).map((g) => g.getBoundingClientRect().width))';
const width = (word) => evaluate(widest.replace("WORD", JSON.stringify(word)));
// The graph grows into its place, a step with each picture of it: until nothing moves any more.
async function settle() {
	const widths = '[...document.querySelectorAll(".d3-flame-graph rect")].map((r) => r.getAttribute("width")).join()';
	let was, is = null, still = 0, picture;
	while (still < 3) {
		was = is;
		picture = await ask("Page.captureScreenshot", { format: "png", captureBeyondViewport: true });
		await evaluate("new Promise((done) => setTimeout(done, 50))");
		is = await evaluate(widths);
		still = is === was ? still + 1 : 0;
	}
	return Buffer.from(picture.data, "base64");
}

async function read() {
	const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
	session = (await ask("Target.attachToTarget", { targetId, flatten: true })).sessionId;
	for (const domain of ["Page", "Runtime", "Log", "Network"])
		await ask(domain + ".enable");
	await ask("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
	const loaded = new Promise((resolve) => waiting.set("load", resolve));
	await ask("Page.navigate", { url: "file://" + path.resolve(page) });
	await loaded;
	fs.writeFileSync(picture, await settle());

	const text = await evaluate("document.documentElement.innerText");
	for (const word of words)
		check(text.includes(word), "the text has " + word, text.slice(0, 2000));
	const frames = await evaluate('document.querySelectorAll(".d3-flame-graph g.frame").length');
	check(frames > words.length, "frames are drawn", frames);
	check(await evaluate("performance.getEntriesByType('resource').length") === 0, "nothing else is loaded", null);

	await evaluate('document.getElementById("word").value = ' + JSON.stringify(words[0]) +
		'; document.getElementById("form").requestSubmit()');
	await settle();
	const found = await evaluate('[...document.querySelectorAll(".d3-flame-graph g.frame rect")].filter((r) => r.getAttribute("fill").toLowerCase() === "#e600e6").length');
	check(found > 0, "the search finds " + words[0], found);
	await evaluate('document.getElementById("clear").click()');
	await settle();

	// A real click, where the frame is.
	const before = await width(words[0]);
	const middle = await evaluate('(() => { const r = [...document.querySelectorAll(".d3-flame-graph g.frame")].filter(' +
		'(g) => g.querySelector("title").textContent.startsWith(' + JSON.stringify(words[0]) + ')).map((g) => g.getBoundingClientRect())' +
		'.sort((a, b) => b.width - a.width)[0]; return [r.x + r.width / 2, r.y + r.height / 2]; })()');
	for (const type of ["mousePressed", "mouseReleased"])
		await ask("Input.dispatchMouseEvent", { type, x: middle[0], y: middle[1], button: "left", clickCount: 1 });
	await settle();
	const after = await width(words[0]);
	check(after > before || before > 1000, "a click zooms into " + words[0], [before, after]);
	await evaluate('document.getElementById("reset").click()');
	await settle();
	check(Math.abs(await width(words[0]) - before) < 1, "and back", before);

	if (!await evaluate('document.getElementById("view").hidden')) {
		await evaluate('document.getElementById("view").selectedIndex = 1; document.getElementById("view").dispatchEvent(new Event("change"))');
	await settle();
		check(await evaluate('document.querySelectorAll(".d3-flame-graph g.frame").length') > 1, "the reverse view is drawn", null);
	}
	check(complaints.length === 0, "the console has no complaint", complaints);
	console.log("1.." + results);
	end(failed ? 1 : 0);
}

read().catch((error) => fail(error.message));
