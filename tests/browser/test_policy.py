"""The page's Content Security Policy at work: nothing is loaded, nothing foreign runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser.conftest import BLOCKED, Page

pytestmark = pytest.mark.browser

WATCH = (
    "window.broken = []; window.ran = false;"
    "document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective))"
)
ATTEMPTS = {
    "a script in the page": (
        "const script = document.createElement('script'); script.textContent = 'window.ran = true';"
        "document.body.append(script)",
        "script-src-elem",
    ),
    "a script from elsewhere": (
        "const script = document.createElement('script'); script.src = 'https://example.org/a.js';"
        "document.body.append(script)",
        "script-src-elem",
    ),
    "an attribute with code": (
        "const image = document.createElement('b'); image.setAttribute('onclick', 'window.ran = true');"
        "document.body.append(image); image.click()",
        "script-src-attr",
    ),
    "text as code": ("try { setTimeout('window.ran = true', 0) } catch {}", "script-src"),
    "a request": ("fetch('https://example.org/?q=secret').catch(() => {})", "connect-src"),
    "a beacon": ("navigator.sendBeacon('https://example.org/', 'secret')", "connect-src"),
    "a socket": ("try { new WebSocket('wss://example.org/') } catch {}", "connect-src"),
    "an image": ("new Image().src = 'https://example.org/a.png'", "img-src"),
    "a frame": (
        "const frame = document.createElement('iframe'); frame.src = 'https://example.org/';"
        "document.body.append(frame)",
        "frame-src",
    ),
    "a style from elsewhere": (
        "const link = document.createElement('link'); link.rel = 'stylesheet';"
        "link.href = 'https://example.org/a.css'; document.head.append(link)",
        "style-src-elem",
    ),
    "a form": (
        "const form = document.createElement('form'); form.action = 'https://example.org/';"
        "document.body.append(form); form.submit()",
        "form-action",
    ),
    "another base": (
        "const base = document.createElement('base'); base.href = 'https://example.org/';"
        "document.head.append(base)",
        "base-uri",
    ),
}


@pytest.fixture
def unblocked(page: Page) -> Iterator[Page]:
    """The page while the browser lets requests through, so that its policy alone refuses them."""
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    yield page
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": BLOCKED})


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_policy_refuses(unblocked: Page, attempt: str) -> None:
    page = unblocked
    script, directive = ATTEMPTS[attempt]
    page.run(WATCH)
    page.run(script)
    page.wait_for(lambda: page.run("return broken"))
    assert page.run("return broken") == [directive]
    assert page.run("return ran") is False
    # The browser says what it refused, and nothing else; that no request left is checked after each test.
    refusals = page.driver.get_log("browser")
    assert refusals
    assert all("Content Security Policy" in entry["message"] for entry in refusals)
